/** Pictures of the sample library: files that come with the program. */
import { readPictureFile } from '../../reference-service/answer-picture.ts'
import { PICTURE_PATH } from '../../reference-service/picture-names.ts'
import type { Download } from '../pictures/download-picture.ts'

/** The picture under an address of the sample; missing for every other one. `folder`: where the files lie. */
export async function readSamplePicture(folder: string, address: string): Promise<Download> {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  const file = path.startsWith(PICTURE_PATH) ? path.slice(PICTURE_PATH.length) : ''
  const bytes = await readPictureFile(folder, file)
  return bytes === null ? { kind: 'missing', problem: { code: 'bad-address' } } : { kind: 'found', bytes }
}
