/** The picture files of the repository, which are also in a packed program. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPictureFile } from './picture-names.ts'

/** `null` if the service has no file of that name; rejects when it has one that cannot be read. */
export async function readPictureFile(folder: string, file: string): Promise<Uint8Array | null> {
  return isPictureFile(file) ? readFile(join(folder, file)) : null
}
