/** The verdict as lines for a person. */
import { shorten, type Mutant } from './mutant.ts'
import { isGood, LEAST, partOf, type FileScore, type Verdict } from './verdict.ts'

const percent = (part: number): string => `${(Math.floor(part * 1000) / 10).toFixed(1)} %`

const rowOf = (score: FileScore): string =>
  `${String(score.noticed).padStart(5)} of ${String(score.all).padStart(5)}  ${percent(partOf(score)).padStart(7)}  ${score.file}`

function survivorLine({ file, row, was, becomes, status }: Mutant): string {
  const untried = status === 'NoCoverage' ? ' (no test reaches it)' : ''
  return `${file}:${row}${untried}\n    ${shorten(was)}\n    became ${shorten(becomes)}`
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines]

/** The table by file, what is not explained, what the list says in vain, and one line in the end. */
export function tellVerdict(verdict: Verdict, seconds: number): readonly string[] {
  const { files, total, unexplained, explained, stale } = verdict
  const words = `${total.noticed} of ${total.all} changes noticed, ${percent(partOf(total))} in ${Math.round(seconds / 60)} min`
  return [
    ...files.map(rowOf),
    ...section('Not noticed by any test, and explained by no list:', unexplained.map(survivorLine)),
    ...section(
      'Explained in tools/mutants/equivalent.json, but noticed by a test or no longer there:',
      stale.map(({ file, entry }) => `${file}: ${entry.line}\n    ${entry.was}\n    became ${entry.becomes}`)
    ),
    '',
    `${words}; ${explained} are the same program, ${unexplained.length} not explained, ${stale.length} explained in vain.`,
    isGood(verdict)
      ? 'passed'
      : `failed: at least ${percent(LEAST)}, every other one explained, and nothing explained in vain`
  ]
}
