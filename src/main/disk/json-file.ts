/** Reads a small JSON file, validates it with a schema, and writes it atomically. */
import { readFile, rename } from 'node:fs/promises'
import type { z } from 'zod'
import type { Result } from '../../shared/failure.ts'
import { writeAtomically } from './write-atomically.ts'

export type JsonRead<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Invalid content was moved to another path for inspection, so nothing is lost. */
  | { readonly kind: 'set-aside'; readonly keptAs: string }

/**
 * Reads and validates. An invalid file is renamed to `<file>.broken-<time>`, so that the next write cannot destroy it.
 */
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

/** Returns `undefined` for invalid JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
