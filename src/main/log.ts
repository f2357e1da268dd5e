/** Writes a log for troubleshooting: JSON lines of limited size, without secrets. */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createTurns } from '../shared/in-turn.ts'
import { cutBeforeKey, maskSecrets } from '../shared/mask-secrets.ts'
import { createSparing } from '../shared/sparing.ts'

export type LogLevel = 'info' | 'warn' | 'error'

export interface Log {
  (level: LogLevel, event: string, detail?: unknown): void
  /** Resolves when everything logged so far is on disk. */
  flush(): Promise<void>
}

export interface LogParts {
  /** Folder of the log files. */
  readonly folder: string
  /** Absolute profile path, which is removed from every line. */
  readonly profile: string
  readonly maxBytes: number
  /** ms since epoch. */
  readonly now: () => number
}

const MAX_DETAIL_LENGTH = 4_000
/** Limits for warnings and errors with one event, so that a misbehaving page cannot displace all other lines. */
const REPEATS = { most: 100, mostOfKind: 20, inMs: 10 * 60_000 }

/** Current and previous file. */
export const LOG_FILES = ['proofsheet.log', 'proofsheet.1.log'] as const

/** Creates a log with a current file that grows to `maxBytes` and a previous one. A failed write is ignored. */
export function createLog(parts: LogParts): Log {
  const inTurn = createTurns()
  const repeats = new Map<string, Repeats>()

  const logEntry = (entry: Omit<LogEntry, 'at'>): void => {
    const line = logLine({ at: parts.now(), ...entry }, parts.profile)
    // A failed write is ignored, because a full disk must not turn a log line into a second failure.
    inTurn(() => appendLine(parts, line)).catch(() => undefined)
  }
  const logLeftOut = (event: string, kept: Repeats): void => {
    if (kept.leftOut > 0) logEntry({ level: 'info', event: 'left-out', detail: { event, times: kept.leftOut } })
    kept.leftOut = 0
  }
  const logProblem = (entry: Omit<LogEntry, 'at'>): void => {
    const { event, detail } = entry
    const kept = repeats.get(event) ?? {
      isAllowed: createSparing({ ...REPEATS, now: () => performance.now() }),
      leftOut: 0
    }
    repeats.set(event, kept)
    if (!kept.isAllowed(kindOf(detail))) return void (kept.leftOut += 1)
    logLeftOut(event, kept)
    logEntry(entry)
  }

  const log = (level: LogLevel, event: string, detail?: unknown): void =>
    (level === 'info' ? logEntry : logProblem)({ level, event, detail })
  const flush = (): Promise<void> => {
    for (const [event, kept] of repeats) logLeftOut(event, kept)
    return inTurn(async () => undefined)
  }
  return Object.assign(log, { flush })
}

async function appendLine({ folder, maxBytes }: LogParts, line: string): Promise<void> {
  const file = join(folder, LOG_FILES[0])
  await mkdir(folder, { recursive: true })
  const size = await stat(file).then(
    (found) => found.size,
    () => 0
  )
  if (size + line.length > maxBytes) await rename(file, join(folder, LOG_FILES[1]))
  await appendFile(file, line, { mode: 0o600 })
}

/** Groups errors by the line that threw them, because the messages of a repeated error often differ. */
const kindOf = (detail: unknown): string =>
  detail instanceof Error ? (/\n +at .*/s.exec(detail.stack ?? '')?.[0] ?? detail.name) : ''

interface Repeats {
  readonly isAllowed: (kind: string) => boolean
  leftOut: number
}

interface LogEntry {
  readonly at: number
  readonly level: LogLevel
  readonly event: string
  readonly detail: unknown
}

/** Formats one line of JSON with key-like strings masked and the profile path removed. */
export function logLine({ at, level, event, detail }: LogEntry, profile: string): string {
  // `inspect` accepts every value: cycles, errors with causes, and secrets, which print as a placeholder.
  const text = detail === undefined ? '' : inspect(detail, { depth: 4, breakLength: Infinity })
  const masked = maskSecrets(cutBeforeKey(text.replaceAll(profile, '<profile>'), MAX_DETAIL_LENGTH))
  return `${JSON.stringify({ at: new Date(at).toISOString(), level, event, detail: masked })}\n`
}
