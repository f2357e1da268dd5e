import { afterAll, expect, test } from 'vitest'
import { startPainter } from '../../reference-service/start-painter.ts'
import { sniffRaster } from '../pictures/sniff.ts'
import { createSamplePictures } from './sample-pictures.ts'

const pictures = createSamplePictures(startPainter)
afterAll(() => pictures.close())

const PLACE = 'https://sample.invalid/uploads/users/images/'

test('a picture of the sample is painted, in the kind that its name says', async () => {
  const painted = await pictures.paint(`${PLACE}pixel_art.valley.1.none.none.256.png`)
  expect(painted.kind === 'found' && sniffRaster(painted.bytes)).toBe('png')
})

test('any other address has no picture', async () => {
  const missing = { kind: 'missing', how: 'lasting' }
  for (const address of [`${PLACE}..%2f..%2fetc.png`, `${PLACE}pixel_art.valley.1.none.none.999.png`, 'not an address'])
    expect(await pictures.paint(address)).toEqual(missing)
})

test('what is under way when the painters end can be asked for again', async () => {
  const own = createSamplePictures(startPainter)
  const painting = own.paint(`${PLACE}anime.koi.0.none.none.1024.jpg`)
  await own.close()
  expect(await painting).toEqual({ kind: 'missing', how: 'passing' })
})
