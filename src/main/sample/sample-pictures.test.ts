import { expect, test } from 'vitest'
import { PICTURE_FOLDER } from '../../reference-service/serve-picture.ts'
import { PICTURES, pictureFile, pictureAt } from '../../reference-service/picture-names.ts'
import { sniffRaster } from '../pictures/sniff.ts'
import { readSamplePicture } from './sample-service.ts'

const BASE = 'https://sample.invalid/uploads/users/images/'
const read = (address: string): ReturnType<typeof readSamplePicture> => readSamplePicture(PICTURE_FOLDER, address)

test('every picture of the sample exists in each size', async () => {
  for (const picture of PICTURES)
    for (const edge of [256, 512, 1024]) {
      const found = await read(BASE + pictureFile(picture, edge))
      expect(found.kind === 'found' && sniffRaster(found.bytes)).toBe('webp')
    }
})

test('any other address has no picture', async () => {
  const missing = { kind: 'missing', problem: { code: 'bad-address' } }
  for (const address of [`${BASE}..%2f..%2fetc.webp`, BASE + pictureFile(pictureAt(0), 999), 'not an address'])
    expect(await read(address)).toEqual(missing)
})
