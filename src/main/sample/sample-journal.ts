/**
 * What the sample library's service was asked to change, one line of JSON each, in order. Its records are made up
 * anew at every start, and these requests played again, so that a favorite of yesterday is still one.
 */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const Head = z.strictObject({ version: z.literal(1), madeAt: z.number() })
const Change = z.strictObject({
  /** ms since epoch. */
  at: z.number(),
  method: z.string(),
  /** Path of the address, percent-encoded as it was sent. */
  path: z.string(),
  form: z.string()
})

export type SampleChange = Readonly<z.infer<typeof Change>>

export interface SampleJournal {
  /** When the sample was made, ms since epoch: the dates of its records count from there. */
  readonly madeAt: number
  readonly changes: readonly SampleChange[]
}

/** null when there is none, or none that can be read: the sample is then made anew. A torn last line is left out. */
export async function readJournal(file: string): Promise<SampleJournal | null> {
  const [first, ...rest] = (await readText(file)).split('\n').filter((line) => line !== '')
  const head = Head.safeParse(parse(first ?? ''))
  if (!head.success) return null
  const changes = rest.flatMap((line) => {
    const change = Change.safeParse(parse(line))
    return change.success ? [change.data] : []
  })
  return { madeAt: head.data.madeAt, changes }
}

/** Begins an empty one over whatever was there. Rejects as the file system does. */
export async function beginJournal(file: string, madeAt: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  await writeLine(file, { version: 1, madeAt })
}

/** Not flushed to the platter: after a power cut a star of a made-up picture may be missing. */
export const appendChange = (file: string, change: SampleChange): Promise<void> => writeLine(file, change)

// A break before it as well: it must not hang on to a line that a kill has torn.
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

/** undefined for what is no JSON; no schema accepts it. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
