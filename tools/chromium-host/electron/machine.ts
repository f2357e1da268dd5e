/** Screen, power and theme: values that tests set, with the events Electron sends when they change. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Recorder } from './recorder.ts'
import type { Supported } from './supported.ts'

type ThemeSource = Electron.NativeTheme['themeSource']

export class HostNativeTheme extends EventEmitter implements Supported<'NativeTheme'> {
  #source: ThemeSource = 'system'
  #isSystemDark: boolean
  readonly shouldUseHighContrastColors = false
  readonly shouldUseInvertedColorScheme = false
  readonly inForcedColorsMode = false
  readonly prefersReducedTransparency = false

  constructor(isSystemDark: boolean) {
    super()
    this.#isSystemDark = isSystemDark
  }

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    if (source === this.#source) return
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark'
  }

  /** For tests: the desktop changes its theme. */
  setSystemDark(isDark: boolean): void {
    if (isDark === this.#isSystemDark) return
    this.#isSystemDark = isDark
    this.emit('updated')
  }
}

export class HostScreen extends EventEmitter implements Supported<'Screen'> {
  #displays: Electron.Display[] = [createDisplay({ x: 0, y: 0, width: 1920, height: 1080 }, 1)]

  getAllDisplays(): Electron.Display[] {
    return [...this.#displays]
  }

  getPrimaryDisplay(): Electron.Display {
    const [primary] = this.#displays
    if (primary === undefined) throw new Error('setDisplays needs one display at least')
    return primary
  }

  getDisplayMatching(rectangle: Electron.Rectangle): Electron.Display {
    const { x, y, width, height } = rectangle
    return this.getDisplayNearestPoint({ x: x + width / 2, y: y + height / 2 })
  }

  getDisplayNearestPoint(point: Electron.Point): Electron.Display {
    const distance = ({ bounds }: Electron.Display) =>
      Math.hypot(
        Math.max(bounds.x - point.x, 0, point.x - (bounds.x + bounds.width)),
        Math.max(bounds.y - point.y, 0, point.y - (bounds.y + bounds.height))
      )
    return this.#displays.reduce(
      (nearest, one) => (distance(one) < distance(nearest) ? one : nearest),
      this.getPrimaryDisplay()
    )
  }

  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 }
  }

  /** For tests: the first is the primary one. */
  setDisplays(bounds: readonly Electron.Rectangle[]): void {
    const before = this.#displays
    this.#displays = bounds.map((one, index) => createDisplay(one, index + 1))
    for (const gone of before.slice(bounds.length)) this.emit('display-removed', {}, gone)
    for (const added of this.#displays.slice(before.length)) this.emit('display-added', {}, added)
    for (const kept of this.#displays.slice(0, before.length)) {
      this.emit('display-metrics-changed', {}, kept, ['bounds', 'workArea'])
    }
  }
}

/** The fields that describe size and place are true; Electron's others are of no use to a window. */
function createDisplay(bounds: Electron.Rectangle, id: number): Electron.Display {
  const size = { width: bounds.width, height: bounds.height }
  const described: Partial<Electron.Display> = {
    id,
    label: `Display ${id}`,
    bounds,
    workArea: bounds,
    size,
    workAreaSize: size,
    scaleFactor: 1,
    rotation: 0,
    internal: false
  }
  // The missing fields are not among the supported ones; a reader would see undefined.
  return described as Electron.Display
}

export class HostPowerMonitor extends EventEmitter implements Supported<'PowerMonitor'> {
  onBatteryPower = false

  getSystemIdleState(): 'active' {
    return 'active'
  }

  getSystemIdleTime(): number {
    return 0
  }

  isOnBatteryPower(): boolean {
    return this.onBatteryPower
  }
}

export function createPowerSaveBlocker(recorder: Recorder): Supported<'PowerSaveBlocker'> {
  const running = new Set<number>()
  const ids = { last: 0 }
  return {
    start: (kind) => {
      running.add(++ids.last)
      recorder.record('powerSaveBlocker.start', kind, ids.last)
      return ids.last
    },
    stop: (id) => {
      recorder.record('powerSaveBlocker.stop', id)
      return running.delete(id)
    },
    isStarted: (id) => running.has(id)
  }
}
