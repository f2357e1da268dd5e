/** Whether a picture of the main screen shows pictures: colors tell it, where gray tiles have a handful. */
import sharp from 'sharp'

/** Where the grid lies in a window of the usual shape, as shares of its width and height. */
const GRID = { left: 0.17, top: 0.16, width: 0.6, height: 0.7 }
/** Text, tiles and selection without any picture come to fewer than this. */
const FEWEST_COLORS = 500
/** Colors that differ by less than this step in each channel are one: shades of edges do not count. */
const STEP = 8

export interface ScreenColors {
  readonly colors: number
  readonly hasPictures: boolean
}

/** Distinct colors where the grid is. Rejects when the file is no picture. */
export async function screenColors(file: string): Promise<ScreenColors> {
  const { width, height } = await sharp(file).metadata()
  const area = {
    left: Math.round(width * GRID.left),
    top: Math.round(height * GRID.top),
    width: Math.round(width * GRID.width),
    height: Math.round(height * GRID.height)
  }
  const pixels = await sharp(file).extract(area).removeAlpha().raw().toBuffer()
  const found = new Set<number>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const channel = (offset: number): number => Math.floor((pixels[at + offset] ?? 0) / STEP)
    found.add((channel(0) << 16) | (channel(1) << 8) | channel(2))
  }
  return { colors: found.size, hasPictures: found.size >= FEWEST_COLORS }
}
