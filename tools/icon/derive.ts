/**
 * Makes every size and format that the packager needs from resources/icon.png: a Windows icon, a macOS icon and the
 * folder of PNG files for Linux. Run by hand when the icon changes: `node tools/icon/derive.ts`. The results are in
 * the repository, since the packager would otherwise download a converter when it runs.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { icnsOf, icoOf, type IcnsEntry, type IcoEntry } from './containers.ts'

/** Edges in pixels. */
export const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
export const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Apple's names of the entries. The second name of a size is that of half the size on a dense display. */
export const MAC_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024]
]

const RESOURCES = join(resolve(import.meta.dirname, '../..'), 'resources')

const scaled = (size: number) => sharp(join(RESOURCES, 'icon.png')).resize(size, size, { kernel: 'lanczos3' })
const png = (size: number): Promise<Buffer> => scaled(size).png({ compressionLevel: 9 }).toBuffer()

/** Windows reads PNG entries since Vista, but installers read the small ones as bitmaps only. */
async function icoEntry(size: number): Promise<IcoEntry> {
  if (size === 256) return { size, png: await png(size) }
  return { size, rgba: await scaled(size).ensureAlpha().raw().toBuffer() }
}

const icnsEntry = async ([type, size]: readonly [string, number]): Promise<IcnsEntry> => ({
  type,
  png: await png(size)
})

async function derive(): Promise<void> {
  mkdirSync(join(RESOURCES, 'icons'), { recursive: true })
  for (const size of LINUX_SIZES) writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), await png(size))
  writeFileSync(join(RESOURCES, 'icon.ico'), icoOf(await Promise.all(WINDOWS_SIZES.map(icoEntry))))
  writeFileSync(join(RESOURCES, 'icon.icns'), icnsOf(await Promise.all(MAC_TYPES.map(icnsEntry))))
}

if (import.meta.main) await derive()
