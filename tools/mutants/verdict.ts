/** What a run of changes says: how many were noticed, and whether each of the others is explained. */
import { isNoticed, isSurvivor, shorten, type Mutant } from './mutant.ts'

/** A change that no test can notice, because the program does the same with it. */
export interface Equivalent {
  /** The line where the changed code begins, without its indent. */
  readonly line: string
  /** As `shorten` shows them. */
  readonly was: string
  readonly becomes: string
  readonly because: string
  /** How many changes of the file it explains that look the same, each on a line with the same text; 1 unless told. */
  readonly times?: number
}

/** By file, from the root of the project. */
export type EquivalentList = Readonly<Record<string, readonly Equivalent[]>>

export interface FileScore {
  readonly file: string
  readonly noticed: number
  readonly all: number
}

export interface Verdict {
  readonly files: readonly FileScore[]
  readonly total: FileScore
  /** Not noticed, and on no list. */
  readonly unexplained: readonly Mutant[]
  readonly explained: number
  /** Listed, but noticed by a test or no longer there, all of them or some. */
  readonly stale: readonly { readonly file: string; readonly entry: Equivalent }[]
}

/** The least part that must be noticed. */
export const LEAST = 0.85

type Place = Pick<Equivalent, 'line' | 'was' | 'becomes'>

const keyOf = (file: string, { line, was, becomes }: Place): string => JSON.stringify([file, line, was, becomes])

/** How a list names a change: by its code, so that it stays true when lines above it come and go. */
export const placeOf = ({ line, was, becomes }: Mutant): Place => ({
  line: line.trim(),
  was: shorten(was),
  becomes: shorten(becomes)
})

function scoreOf(file: string, mutants: readonly Mutant[]): FileScore {
  const noticed = mutants.filter(isNoticed).length
  return { file, noticed, all: noticed + mutants.filter(isSurvivor).length }
}

/** Part of the changes that was noticed, 0 to 1; 1 where nothing could be changed. */
export const partOf = ({ noticed, all }: FileScore): number => (all === 0 ? 1 : noticed / all)

/** Judges a run over `files`; what the list says of other files is left alone. */
export function judge(mutants: readonly Mutant[], files: readonly string[], list: EquivalentList): Verdict {
  const byFile = Map.groupBy(mutants, ({ file }) => file)
  const survivors = mutants.filter(isSurvivor)
  const entries = files.flatMap((file) => (list[file] ?? []).map((entry) => ({ file, entry })))
  const allowed = new Map(entries.map(({ file, entry }) => [keyOf(file, entry), entry.times ?? 1]))
  const alive = Map.groupBy(survivors, (one) => keyOf(one.file, placeOf(one)))
  const unexplained = [...alive].flatMap(([key, alike]) => alike.slice(allowed.get(key) ?? 0))
  return {
    files: files.map((file) => scoreOf(file, byFile.get(file) ?? [])),
    total: scoreOf('all', mutants),
    unexplained,
    explained: survivors.length - unexplained.length,
    stale: entries.filter(({ file, entry }) => (alive.get(keyOf(file, entry))?.length ?? 0) < (entry.times ?? 1))
  }
}

/** Nothing but what the list explains is left, and enough was noticed. */
export const isGood = ({ total, unexplained, stale }: Verdict): boolean =>
  total.all > 0 && partOf(total) >= LEAST && unexplained.length === 0 && stale.length === 0
