/** One small change of a rule, and what became of it. */
export interface Mutant {
  /** From the root of the project, with forward slashes. */
  readonly file: string
  /** Where the changed code begins: the number of its line, from 1, and the text of that line. */
  readonly row: number
  readonly line: string
  /** The code as it is written, and what stood there instead. */
  readonly was: string
  readonly becomes: string
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'CompileError'
    | 'RuntimeError'
    | 'Ignored'
    | 'Pending'
}

/** Also one that kept its tests from ending was noticed. */
export const isNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

/** `NoCoverage`: no test reaches it. */
export const isSurvivor = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage'

/** On one line, as a list of them shows it: long code ends in a dot row. */
export function shorten(code: string): string {
  const flat = code.replaceAll(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}

const LONGEST = 100
