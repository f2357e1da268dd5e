/** Assembles the verbs of the screens that change the library, over one open library. */
import type { Result } from '../../../shared/failure.ts'
import * as batches from './batch-verbs.ts'
import * as changes from './change-verbs.ts'
import { writeVerb, type LibraryPorts, type Verb } from './write-verb.ts'

// Both files export verbs only.
const VERBS = { ...changes, ...batches }
type Verbs = typeof VERBS

/** Each verb is atomic: it fails with its own code, or disk-full and similar, and then nothing has changed. */
export type Library = {
  readonly [N in keyof Verbs]: Verbs[N] extends Verb<infer Args, infer T> ? (args: Args) => Result<T> : never
}

/** Creates the verbs for the writer thread. */
export function createLibrary(ports: LibraryPorts): Library {
  const verbs = Object.entries(VERBS).map(([name, verb]) => [name, writeVerb(ports, verb as Verb<never, unknown>)])
  // The same names, each with arguments and value of its own verb.
  return Object.fromEntries(verbs) as Library
}
