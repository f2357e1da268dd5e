/**
 * Stores the source size of a cached picture in a custom chunk at the end of its WebP file, which decoders ignore.
 * Pure.
 */
import type { PictureSize } from '../../shared/picture-info.ts'

const NAME = Uint8Array.from('PSsz', (letter) => letter.charCodeAt(0))
/** Size of a chunk: name, length and two numbers of four bytes each. */
const CHUNK_BYTES = 16
const RIFF_LENGTH_AT = 4
const RIFF_HEAD_BYTES = 8

/** Returns a copy of the file with the chunk. */
export function withSourceSize(webp: Uint8Array, { width, height }: PictureSize): Uint8Array {
  const file = new Uint8Array(webp.byteLength + CHUNK_BYTES)
  file.set(webp)
  file.set(NAME, webp.byteLength)
  const view = new DataView(file.buffer)
  view.setUint32(RIFF_LENGTH_AT, file.byteLength - RIFF_HEAD_BYTES, true)
  view.setUint32(webp.byteLength + 4, CHUNK_BYTES - RIFF_HEAD_BYTES, true)
  view.setUint32(webp.byteLength + 8, width, true)
  view.setUint32(webp.byteLength + 12, height, true)
  return file
}

/** Reads the chunk; `null` if the file has none. */
export function readSourceSize(file: Uint8Array): PictureSize | null {
  const at = file.byteLength - CHUNK_BYTES
  if (at < 0 || NAME.some((letter, index) => file[at + index] !== letter)) return null
  const view = new DataView(file.buffer, file.byteOffset + at)
  return { width: view.getUint32(8, true), height: view.getUint32(12, true) }
}
