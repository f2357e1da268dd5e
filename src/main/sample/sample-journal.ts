/**
 * Journals the changes sent to the sample library's service, one line of JSON each, in order. Every start generates
 * the items again and replays these requests, so that earlier changes are kept.
 */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const Head = z.strictObject({ version: z.literal(1), madeAt: z.number() })
const Change = z.strictObject({
  /** ms since epoch. */
  at: z.number(),
  method: z.string(),
  /** Path of the URL, percent-encoded as sent. */
  path: z.string(),
  form: z.string()
})

export type SampleChange = Readonly<z.infer<typeof Change>>

export interface SampleJournal {
  /** Creation time of the sample in ms since epoch, the base of all dates of its items. */
  readonly madeAt: number
  readonly changes: readonly SampleChange[]
}

/**
 * Reads the journal; `null` if it is missing or unreadable, and then a new sample is created. Skips a torn last line.
 */
export async function readJournal(file: string): Promise<SampleJournal | null> {
  const [first, ...lines] = (await readText(file)).split('\n').filter((line) => line !== '')
  const head = Head.safeParse(parse(first ?? ''))
  if (!head.success) return null
  const changes = lines.flatMap((line) => {
    const change = Change.safeParse(parse(line))
    return change.success ? [change.data] : []
  })
  return { madeAt: head.data.madeAt, changes }
}

/** Creates an empty journal and replaces an existing file. Rejects as the file system does. */
export async function beginJournal(file: string, madeAt: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  await writeLine(file, { version: 1, madeAt })
}

/** Appends a change without flushing it to disk, because a power loss may lose a change of a generated item. */
export const appendChange = (file: string, change: SampleChange): Promise<void> => writeLine(file, change)

// The leading line break separates the line from one that was torn by a kill.
const writeLine = (file: string, line: unknown): Promise<void> =>
  appendFile(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600 })

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Returns `undefined` for invalid JSON, which no schema accepts. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
