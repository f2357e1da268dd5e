/** Pictures that tiles have shown: a tile that returns draws its picture in its first frame, without a read. */

interface Kept {
  readonly held: unknown
  readonly pixels: number
}

/**
 * Creates the cache. `hold` returns the object that keeps a loaded picture in memory. The most recently shown pictures
 * are kept, up to `maxPixels` in all.
 */
export function createKeptPictures(hold: (address: string) => unknown, maxPixels: number) {
  const kept = new Map<string, Kept>()
  const state = { pixels: 0 }
  const forget = (address: string): void => {
    state.pixels -= kept.get(address)?.pixels ?? 0
    kept.delete(address)
  }
  return {
    has: (address: string): boolean => kept.has(address),
    /** `edge`: device px of the requested picture. */
    keep: (address: string, edge: number): void => {
      const now = { held: kept.get(address)?.held ?? hold(address), pixels: edge * edge }
      forget(address)
      kept.set(address, now)
      state.pixels += now.pixels
      for (const oldest of kept.keys()) {
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
