/** Pictures that tiles have shown: a tile that returns draws its picture in its first frame, without a read. */

interface Kept {
  readonly held: unknown
  readonly pixels: number
}

/**
 * Creates the cache. `hold` returns the object that keeps a loaded picture in memory. The most recently shown pictures
 * are kept, up to `maxPixels` in all.
 */
export function createKeptPictures(load: (address: string) => unknown, maxPixels: number) {
  const pictures = new Map<string, Kept>()
  const state = { pixels: 0 }
  const forget = (address: string): void => {
    state.pixels -= pictures.get(address)?.pixels ?? 0
    pictures.delete(address)
  }
  return {
    has: (address: string): boolean => pictures.has(address),
    /** `edge`: device px of the requested picture. */
    keep: (address: string, edge: number): void => {
      const now = { held: pictures.get(address)?.held ?? load(address), pixels: edge * edge }
      forget(address)
      pictures.set(address, now)
      state.pixels += now.pixels
      for (const oldest of pictures.keys()) {
        if (state.pixels <= maxPixels) return
        forget(oldest)
      }
    }
  }
}

/** About thirty screens at any tile size; about 30 MB as thumbnails. */
const MAX_PIXELS = 120_000_000

/** The cache of the window, because the browser drops pictures that no element shows. */
export const keptPictures = createKeptPictures((address) => Object.assign(new Image(), { src: address }), MAX_PIXELS)
