/** Builds the rows of docs/service.md that give the outcome of each hazard. */
import { HAZARDS, type HazardId } from '../../src/reference-service/hazards/hazards.ts'
import { ACTS, READ_ACTS, type Act, type Row } from './expected.ts'
import { CERTIFICATE_EXPECTATIONS, EXPECTATIONS, PICTURE_EXPECTATIONS } from './expectations.ts'

const COLUMNS: readonly (readonly Act[])[] = [
  READ_ACTS,
  ['store-image'],
  ['update-image', 'rename-image'],
  ['delete-image', 'delete-project']
]

/** Hazards of operations; those that come to the same stand in one row. */
export function operationRows(): readonly string[] {
  const ids = HAZARDS.map(({ id }) => id as HazardId).filter((id) => ACTS.some((act) => EXPECTATIONS[id][act]))
  const groups = Map.groupBy(ids, (id) => COLUMNS.map((acts) => cellOf(EXPECTATIONS[id], acts)).join(' | '))
  return [...groups].map(([cells, same]) => row(same, cells))
}

/** Hazards of certificates and of picture files. */
export function otherRows(): readonly string[] {
  const entries = Object.entries({ ...CERTIFICATE_EXPECTATIONS, ...PICTURE_EXPECTATIONS })
  const groups = Map.groupBy(entries, ([, expected]) => expected)
  return [...groups].map(([expected, same]) =>
    row(
      same.map(([id]) => id),
      expected
    )
  )
}

const row = (ids: readonly string[], cells: string): string =>
  `| ${ids.map((id) => `\`${id}\``).join(', ')} | ${cells} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |')

/** One word for all, or each with its own. */
function cellOf(expected: Row, acts: readonly Act[]): string {
  const told = acts.flatMap((act) => {
    const word = expected[act]
    return word === undefined ? [] : [{ act, word }]
  })
  const words = Map.groupBy(told, ({ word }) => word)
  if (words.size <= 1) return told[0]?.word ?? ''
  return [...words].map(([word, same]) => `${same.map(({ act }) => act).join(', ')}: ${word}`).join('; ')
}
