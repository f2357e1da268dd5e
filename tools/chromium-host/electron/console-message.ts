/** A line of the page's console with the fields of Electron's `console-message`. */
import type { Protocol } from '../cdp.ts'

const LEVELS: Readonly<Record<string, 'error' | 'warning' | 'debug'>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  debug: 'debug'
}

export function consoleMessage({ type, args, stackTrace }: Protocol.Runtime.consoleAPICalledPayload) {
  const [frame] = stackTrace?.callFrames ?? []
  return {
    message: args.map(({ value, description }) => String(value ?? description ?? '')).join(' '),
    level: LEVELS[type] ?? 'info',
    lineNumber: frame?.lineNumber ?? 0,
    sourceId: frame?.url ?? ''
  }
}
