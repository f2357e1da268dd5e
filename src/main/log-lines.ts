/** Reads the log back: for the activity screen, and as a file that a person can hand on. Nothing secret in either. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { LogFilter, LogLine } from '../shared/connection.ts'
import { succeed, type Result } from '../shared/failure.ts'
import { maskSecrets } from '../shared/mask-secrets.ts'
import { writeAtomically } from './disk/write-atomically.ts'
import { logSentence } from './log-sentences.ts'
import { LOG_FILES } from './log.ts'

const Line = z.object({
  at: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error']),
  event: z.string(),
  detail: z.string()
})

export interface LogQuestion {
  /** Any part of sentence, event or detail, without case; '' asks nothing. */
  readonly search: string
  /** null = everything. */
  readonly filter: LogFilter | null
  readonly limit: number
}

/** Looked at before the window has its turn again: a whole log at once would hold it up for a third of a second. */
const LINES_AT_ONCE = 200

/** Newest first. What is no line of ours (a torn write) is left out; a log that is not there has no lines. */
export async function listLogLines(folder: string, question: LogQuestion): Promise<readonly LogLine[]> {
  const search = question.search.trim().toLowerCase()
  const isWanted = (line: LogLine): boolean =>
    isOf(question.filter, line) && `${line.text} ${line.event} ${line.detail}`.toLowerCase().includes(search)
  const lines = (await readLog(folder)).split('\n')
  const found: LogLine[] = []
  for (let end = lines.length; end > 0 && found.length < question.limit; end -= LINES_AT_ONCE) {
    const piece = lines.slice(Math.max(0, end - LINES_AT_ONCE), end).flatMap((line) => parseLine(line) ?? [])
    found.push(...piece.filter(isWanted).toReversed())
    await nextTurn()
  }
  return found.slice(0, question.limit)
}

function isOf(filter: LogFilter | null, { kind, level }: LogLine): boolean {
  return filter === null || (filter === 'problems' ? level !== 'info' : kind === filter)
}

/** Asks for a path and writes the whole log there; null = the person changed their mind. Failures: `disk-*`. */
export async function exportLogTo(
  folder: string,
  askWhere: () => Promise<string | null>
): Promise<Result<{ file: string } | null>> {
  const file = await askWhere()
  if (file === null) return succeed(null)
  // Lines of an older version of the app were masked by older rules.
  const written = await writeAtomically(file, maskSecrets(await readLog(folder)))
  return written.ok ? succeed({ file }) : written
}

/** Both files as one, oldest first. */
async function readLog(folder: string): Promise<string> {
  const texts = await Promise.all(LOG_FILES.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return texts.toReversed().join('')
}

function parseLine(line: string): LogLine | null {
  if (line === '') return null
  const read = Line.safeParse(parseJson(line))
  if (!read.success) return null
  const { at, level, event } = read.data
  const detail = maskSecrets(read.data.detail)
  return { at: Date.parse(at), level, ...logSentence(event, detail), event, detail }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A line that a kill cut off is no JSON; the schema refuses it.
    return undefined
  }
}
