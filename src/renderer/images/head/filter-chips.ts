/** The filters of a query as chips: the text of each, and the query without it. Pure. */
import { FACETS } from '../../../shared/image.ts'
import { EMPTY_QUERY, FILTER_NAMES, type ImageQuery } from '../../../shared/query.ts'
import { type FilterText, filterText } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { valueLabel } from '../../../copy/names.ts'
import { toggledFacet } from '../../stores/query-store.ts'

export interface FilterChip {
  readonly key: string
  readonly text: FilterText
  /** The query without this filter. */
  readonly without: ImageQuery
}

/** Returns one chip for each active filter, the search last. */
export function filterChips(query: ImageQuery): readonly FilterChip[] {
  const { search } = query
  const chips: FilterChip[] = []
  const add = (key: string, text: FilterText, without: ImageQuery) => chips.push({ key, text, without })
  for (const name of FILTER_NAMES) {
    const value = filterText(name, query[name])
    if (value !== null) add(name, { subject: null, value }, { ...query, [name]: EMPTY_QUERY[name] })
  }
  for (const facet of FACETS) {
    for (const value of query.facets[facet]) {
      const text = { subject: copy.facets[facet].label, value: valueLabel(facet, value) }
      add(`${facet} ${value}`, text, toggledFacet(query, facet, value))
    }
  }
  if (search !== '') add('search', { subject: copy.images.search, value: `“${search}”` }, { ...query, search: '' })
  return chips
}
