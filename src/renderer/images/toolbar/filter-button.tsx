import { LOOKS } from '../../../shared/image.ts'
import type { Look } from '../../../shared/image.ts'
import { QUERY_CHOICES } from '../../../shared/query.ts'
import { filterLabel, imagesCopy, panelFilters } from '../../copy/images.ts'
import type { PanelFilter } from '../../copy/images.ts'
import { lookLabel, valueLabel } from '../../copy/looks.ts'
import { formatCount } from '../../format.ts'
import { facetRows } from '../../frame/places.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { countFilters, useQuery } from '../../stores/query-store.ts'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tickbox } from '../../ui/tickbox.tsx'
import { ToolbarButton } from './toolbar-button.tsx'
import styles from './filter-button.module.css'

/** The filters of the query, in a panel under their button. The badge counts those that are on. */
export function FilterButton() {
  const active = useQuery(({ query }) => countFilters({ ...query, search: '' }))
  return (
    <Popover
      label={imagesCopy.filter}
      trigger={
        <ToolbarButton icon="filter" label={filterLabel(active)} words={imagesCopy.filter}>
          {active > 0 && <span className={styles.badge}>{formatCount(active)}</span>}
        </ToolbarButton>
      }
    >
      <div className={styles.panel}>
        {panelFilters.map((filter) => (
          <ChoiceFilter key={filter.name} {...filter} />
        ))}
        <div className={styles.looks}>
          {LOOKS.map((look) => (
            <LookFilter key={look} look={look} />
          ))}
        </div>
      </div>
    </Popover>
  )
}

function ChoiceFilter({ name, label, options }: PanelFilter) {
  const chosen = useQuery((state) => state.query[name])
  const setQuery = useQuery((state) => state.setQuery)
  const choose = (text: string) => setQuery({ [name]: QUERY_CHOICES[name].find((value) => String(value) === text) })
  return <Segmented label={label} value={String(chosen)} options={options} onChange={choose} />
}

function LookFilter({ look }: { readonly look: Look }) {
  const query = useQuery((state) => state.query)
  const toggleLook = useQuery((state) => state.toggleLook)
  const counts = useFacets((state) => state.counts)
  return (
    <fieldset className={styles.look} data-look={look}>
      <legend className={styles.legend}>{lookLabel[look]}</legend>
      {facetRows(look, query, counts).map(({ value, count, isChosen }) => (
        <div key={value} className={styles.value} data-empty={count === 0 || undefined}>
          <Tickbox isTicked={isChosen} onChange={() => toggleLook(look, value)}>
            <span className={styles.words}>{valueLabel(look, value)}</span>
            {count !== null && <span className={styles.count}>{formatCount(count)}</span>}
          </Tickbox>
        </div>
      ))}
    </fieldset>
  )
}
