/** Reads the sample library's pictures from files that are part of the app. */
import { readPictureFile } from '../../reference-service/answer-picture.ts'
import { PICTURE_PATH } from '../../reference-service/picture-names.ts'
import type { Download } from '../pictures/download-picture.ts'

/** Reads the picture at an address of the sample from `folder`; missing for any other address. */
export async function readSamplePicture(folder: string, address: string): Promise<Download> {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  const file = path.startsWith(PICTURE_PATH) ? path.slice(PICTURE_PATH.length) : ''
  const bytes = await readPictureFile(folder, file)
  return bytes === null ? { kind: 'missing', problem: { code: 'bad-address' } } : { kind: 'found', bytes }
}
