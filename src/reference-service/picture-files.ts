/** The picture files in the repository, which a packed program carries, too. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPictureFile } from './picture-names.ts'

/** null for a name that is none of the service's; rejects when a file of its own cannot be read. */
export async function readPictureFile(folder: string, file: string): Promise<Uint8Array | null> {
  return isPictureFile(file) ? readFile(join(folder, file)) : null
}
