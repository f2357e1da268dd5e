/** The two files that hold an icon in several sizes: Windows' .ico and Apple's .icns. */

/** One size: a PNG file, or raw pixels (4 bytes each, red first, top row first) that become a bitmap. */
export type IcoEntry = { readonly size: number } & ({ readonly png: Buffer } | { readonly rgba: Buffer })

export interface IcnsEntry {
  /** Four letters, which tell macOS the size. */
  readonly type: string
  readonly png: Buffer
}

const ICO_HEADER = 6
const ICO_ROW = 16
const BITMAP_HEADER = 40

/** `size` is 1 to 256; 256 is written as 0. */
export function icoOf(entries: readonly IcoEntry[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER + ICO_ROW * entries.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(entries.length, 4)
  const parts: Buffer[] = [header]
  entries.forEach((entry, index) => {
    const body = 'png' in entry ? entry.png : bitmapOf(entry.size, entry.rgba)
    const row = ICO_HEADER + ICO_ROW * index
    header.writeUInt8(entry.size % 256, row)
    header.writeUInt8(entry.size % 256, row + 1)
    header.writeUInt16LE(1, row + 4)
    header.writeUInt16LE(32, row + 6)
    header.writeUInt32LE(body.length, row + 8)
    header.writeUInt32LE(
      parts.reduce((sum, part) => sum + part.length, 0),
      row + 12
    )
    parts.push(body)
  })
  return Buffer.concat(parts)
}

/** Blue first, bottom row first, and an empty mask below, which counts as half of the height. */
function bitmapOf(size: number, rgba: Buffer): Buffer {
  const header = Buffer.alloc(BITMAP_HEADER)
  header.writeUInt32LE(BITMAP_HEADER, 0)
  header.writeInt32LE(size, 4)
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let index = 0; index < size * size; index++) {
    const x = index % size
    const y = size - 1 - Math.floor(index / size)
    const from = (y * size + x) * 4
    pixels.writeUInt32LE(
      ((rgba.readUInt8(from + 3) << 24) |
        (rgba.readUInt8(from) << 16) |
        (rgba.readUInt8(from + 1) << 8) |
        rgba.readUInt8(from + 2)) >>>
        0,
      index * 4
    )
  }
  // One bit a pixel, rows in steps of 32 bits.
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size)
  return Buffer.concat([header, pixels, mask])
}

export function icnsOf(entries: readonly IcnsEntry[]): Buffer {
  const parts = entries.flatMap(({ type, png }) => [icnsHead(type, png.length + 8), png])
  return Buffer.concat([icnsHead('icns', parts.reduce((sum, part) => sum + part.length, 0) + 8), ...parts])
}

/** `bytes` counts these eight too. */
function icnsHead(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(bytes, 4)
  return head
}
