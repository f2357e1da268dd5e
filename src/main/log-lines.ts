/** Reads the log for the activity screen and exports it as a file. Both are free of secrets. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { LogFilter, LogLine } from '../shared/connection.ts'
import { succeed, type Result } from '../shared/failure.ts'
import { maskSecrets } from '../shared/mask-secrets.ts'
import { parseJson, writeAtomically } from './disk/small-files.ts'
import { logSentence } from './log-sentences.ts'
import { LOG_FILES } from './log.ts'

const Line = z.object({
  at: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error']),
  event: z.string(),
  detail: z.string()
})

export interface LogQuestion {
  /** Any part of sentence, event or detail, case-insensitive; '' matches every line. */
  readonly search: string
  /** `null` = every line. */
  readonly filter: LogFilter | null
  readonly limit: number
}

/** Lines parsed per event-loop turn; parsing a whole log at once would block the window for a third of a second. */
const LINES_AT_ONCE = 200

/** Lists matching lines, newest first. Skips invalid lines (a torn write); a missing log has no lines. */
export async function listLogLines(folder: string, question: LogQuestion): Promise<readonly LogLine[]> {
  const search = question.search.trim().toLowerCase()
  const isMatch = (line: LogLine): boolean =>
    isOf(question.filter, line) && `${line.text} ${line.event} ${line.detail}`.toLowerCase().includes(search)
  const lines = (await readLog(folder)).split('\n')
  const found: LogLine[] = []
  for (let end = lines.length; end > 0 && found.length < question.limit; end -= LINES_AT_ONCE) {
    const chunk = lines.slice(Math.max(0, end - LINES_AT_ONCE), end).flatMap((line) => parseLine(line) ?? [])
    found.push(...chunk.filter(isMatch).toReversed())
    await nextTurn()
  }
  return found.slice(0, question.limit)
}

function isOf(filter: LogFilter | null, { kind, level }: LogLine): boolean {
  return filter === null || (filter === 'problems' ? level !== 'info' : kind === filter)
}

/** Requests a path and writes the whole log there; `null` if the user canceled. Failures: `disk-*`. */
export async function exportLogTo(
  folder: string,
  chooseFile: () => Promise<string | null>
): Promise<Result<{ file: string } | null>> {
  const file = await chooseFile()
  if (file === null) return succeed(null)
  // An older version may have written lines with weaker masking rules.
  const written = await writeAtomically(file, maskSecrets(await readLog(folder)))
  return written.ok ? succeed({ file }) : written
}

/** Joins both files, oldest first. */
async function readLog(folder: string): Promise<string> {
  const texts = await Promise.all(LOG_FILES.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return texts.toReversed().join('')
}

function parseLine(line: string): LogLine | null {
  if (line === '') return null
  // A line cut off by a kill is not JSON.
  const read = Line.safeParse(parseJson(line))
  if (!read.success) return null
  const { at, level, event } = read.data
  const detail = maskSecrets(read.data.detail)
  return { at: Date.parse(at), level, ...logSentence(event, detail), event, detail }
}
