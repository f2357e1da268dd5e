/** Pictures that tiles have worn: a tile that comes back wears its own in its first frame, instead of after a read. */

interface Kept {
  readonly held: unknown
  readonly pixels: number
}

/** `hold` hands back what keeps a loaded picture so. Those worn last are kept, `most` pixels in all. */
export function createKeptPictures(hold: (address: string) => unknown, most: number) {
  const kept = new Map<string, Kept>()
  const state = { pixels: 0 }
  const forget = (address: string): void => {
    state.pixels -= kept.get(address)?.pixels ?? 0
    kept.delete(address)
  }
  return {
    has: (address: string): boolean => kept.has(address),
    /** `edge`: device px of the picture that was asked for. */
    keep: (address: string, edge: number): void => {
      const now = { held: kept.get(address)?.held ?? hold(address), pixels: edge * edge }
      forget(address)
      kept.set(address, now)
      state.pixels += now.pixels
      for (const oldest of kept.keys()) {
        if (state.pixels <= most) return
        forget(oldest)
      }
    }
  }
}

/** Some thirty screens of any tile size; as thumbnails about 30 MB. */
const MOST_PIXELS = 120_000_000

/** The window's own: the browser drops what no element shows. */
export const keptPictures = createKeptPictures((address) => Object.assign(new Image(), { src: address }), MOST_PIXELS)
