/** Colors as the artist mixes them. */

/** 0 to 255 each; not rounded while it is worked with. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** `#rrggbb`, `rgba(...)` where no mixing is needed, or numbers. */
export type Color = string | Rgb

const known = new Map<string, Rgb>()

/** Numbers of a `#rrggbb` text; numbers are passed through. */
export function rgb(color: Color): Rgb {
  if (typeof color !== 'string') return color
  const found = known.get(color)
  if (found !== undefined) return found
  const value = Number.parseInt(color.slice(1), 16)
  const parts: Rgb = [value >> 16, (value >> 8) & 255, value & 255]
  known.set(color, parts)
  return parts
}

export function alpha(color: Color, opacity: number): string {
  const [red, green, blue] = rgb(color)
  return `rgba(${red | 0},${green | 0},${blue | 0},${opacity})`
}

/** `share` of 0 is a, of 1 is b. By index: this runs for every pixel, and taking tuples apart costs twice as much. */
export function mix(a: Color, b: Color, share: number): Rgb {
  const from = rgb(a)
  const to = rgb(b)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

/** A place between the first (0) and the last (1) of several colors. */
export function ramp(colors: readonly Color[], place: number): Rgb {
  const at = Math.max(0, Math.min(0.99999, place)) * (colors.length - 1)
  const index = Math.floor(at)
  return mix(colors[index] ?? '#000000', colors[index + 1] ?? '#000000', at - index)
}

/** How light the eye finds it, 0 to 255. */
export const luminance = (color: Rgb): number => color[0] * 0.3 + color[1] * 0.59 + color[2] * 0.11

/** What the canvas takes. */
export const css = (color: Color): string => (typeof color === 'string' ? color : alpha(color, 1))
