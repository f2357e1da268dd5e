/** Determines the traits that a client must learn from reads and writes of a dialect. */
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { Trait } from '../../src/main/engine/service/dialect.ts'

type Learned = Readonly<Partial<Record<Trait, string>>>

/** Whether a response contains the number of its page. */
const hasPageNumber = ({ list, paging }: ServiceDialect): boolean =>
  paging !== 'cursor' && list !== 'array' && list !== 'items'

const LIST_PLACES: Readonly<Record<ServiceDialect['list'], string>> = {
  meta: 'data',
  'meta-links': 'data',
  flat: 'data',
  array: 'root',
  items: 'data.items',
  named: 'images',
  results: 'results',
  links: 'data'
}

const DELETE_RESPONSES: Readonly<Record<ServiceDialect['deleted'], string>> = {
  flag: 'flag',
  success: 'word',
  record: 'record',
  'no-content': 'empty',
  empty: 'empty'
}

/** Leaves out traits that no response has shown. */
export function learnedFrom(dialect: ServiceDialect): Learned {
  const { paging, favorite, put, verbs, results, filter, flags, list, demands, carrier } = dialect
  const isByCursor = paging === 'cursor' && list !== 'array'
  return {
    'update.boolean': flags === 'missing' ? undefined : favorite === 'words' ? 'words' : 'digits',
    'filter.boolean': filterOf(filter, flags),
    'update.method': put === 'refused' ? 'PATCH' : undefined,
    verbs: verbs === 'spoofed' ? 'spoofed' : undefined,
    'results.carrier': results === 'never' ? undefined : results,
    // Another form is learned only by comparing the record, which no single operation does.
    'results.one': demands === 'strict' && carrier !== 'brackets' ? undefined : 'brackets',
    'page.selection': isByCursor ? 'cursor' : hasPageNumber(dialect) ? 'page' : undefined,
    'list.place': LIST_PLACES[list],
    'delete.response': DELETE_RESPONSES[dialect.deleted],
    'page.first': isByCursor ? undefined : paging === 'from-zero' ? 'zero' : 'one'
  } as Learned // the comparison ignores undefined
}

function filterOf(filter: ServiceDialect['filter'], flags: ServiceDialect['flags']): string | undefined {
  if (flags === 'missing') return undefined
  if (filter === 'ignored') return 'ignored'
  return filter === 'words' ? 'words' : 'digits'
}

/** Returns the defined traits as text, sorted. */
export const asText = (learned: Learned): string =>
  Object.entries(learned)
    .filter(([, value]) => value !== undefined)
    .map(([trait, value]) => `${trait}=${value}`)
    .toSorted()
    .join(', ')
