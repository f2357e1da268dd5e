import type { Look } from '../../shared/image.ts'
import { valueLabel } from '../copy/looks.ts'
import { useFacets } from '../stores/facet-store.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { facetRows } from './places.ts'
import { FacetButton } from './sidebar-row.tsx'

/** The values of one look with their counts under the present query; choosing one shows the images screen. */
export function LookFacets({ look }: { readonly look: Look }) {
  const query = useQuery((state) => state.query)
  const toggleLook = useQuery((state) => state.toggleLook)
  const counts = useFacets((state) => state.counts)
  const setPreferences = usePreferences((state) => state.setPreferences)
  const toggle = (value: string) => {
    toggleLook(look, value)
    setPreferences({ screen: 'images' })
  }
  return facetRows(look, query, counts).map(({ value, count, isChosen }) => (
    <FacetButton
      key={value}
      label={valueLabel(look, value)}
      count={count}
      isChosen={isChosen}
      onToggle={() => toggle(value)}
    />
  ))
}
