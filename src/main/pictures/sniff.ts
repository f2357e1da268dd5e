/** Detects raster formats by their first bytes, because names and content types are unreliable. Pure. */

export type RasterKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Returns the format; `null` for anything else: HTML, SVG, an empty file, an unsupported format. */
export function sniffRaster(bytes: Uint8Array): RasterKind | null {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (text(bytes, 0, 6) === 'GIF87a' || text(bytes, 0, 6) === 'GIF89a') return 'gif'
  if (text(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(bytes, 8, 12))) return 'avif'
  return null
}

/** Whether a WebP file has the length in its header, unlike a file truncated by a power loss. */
export function isWholeWebp(bytes: Uint8Array): boolean {
  if (sniffRaster(bytes) !== 'webp') return false
  const declared = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  return declared + 8 === bytes.byteLength
}
