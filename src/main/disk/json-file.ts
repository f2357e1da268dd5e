/** A small JSON file that is read once, checked by a schema, and written whole. */
import { readFile, rename } from 'node:fs/promises'
import type { z } from 'zod'
import type { Result } from '../../shared/failure.ts'
import { writeAtomically } from './write-atomically.ts'

export type JsonRead<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** What stood there is kept under another name, for a person to look at; nothing was lost. */
  | { readonly kind: 'set-aside'; readonly keptAs: string }

/** Reads and checks. Junk is renamed to `<file>.broken-<time>`, so that the next write cannot destroy it. */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<JsonRead<T>> {
  const text = await readText(file)
  if (text === null) return { kind: 'absent' }
  const checked = schema.safeParse(parseJson(text))
  if (checked.success) return { kind: 'found', value: checked.data }
  const keptAs = `${file}.broken-${Date.now()}`
  await rename(file, keptAs)
  return { kind: 'set-aside', keptAs }
}

export function writeJsonFile(file: string, value: unknown): Promise<Result<null>> {
  return writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`)
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** undefined for what is no JSON; no schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
