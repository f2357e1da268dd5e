/** Where a window stands that was not told where. */
import type * as Electron from 'electron'
import type { HostScreen } from './machine.ts'

type Bounds = Electron.Rectangle

const DEFAULT_SIZE = { width: 800, height: 600 }

/** Electron's default size, in the middle of the primary display. */
export function initialBounds(options: Electron.BrowserWindowConstructorOptions, screen: HostScreen): Bounds {
  const { x, y, width, height } = options
  const size = { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height }
  const place = centered(size, screen.getPrimaryDisplay().workArea)
  return { x: x ?? place.x, y: y ?? place.y, ...size }
}

/** The place at which a rectangle of this size lies in the middle. */
export function centered(size: Electron.Size, area: Bounds): Electron.Point {
  return {
    x: Math.round(area.x + (area.width - size.width) / 2),
    y: Math.round(area.y + (area.height - size.height) / 2)
  }
}
