import type { ReactNode } from 'react'
import { type Facet, FACETS } from '../../../shared/image.ts'
import { TILE_STEPS } from '../../../shared/preferences.ts'
import { type ImageQuery, QUERY_CHOICES } from '../../../shared/query.ts'
import { formatCount } from '../../../copy/format.ts'
import { type PanelFilter, type SortChoice, panelFilters, sortChoices } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { valueLabel } from '../../../copy/names.ts'
import { facetRows } from '../../frame/nav-items.ts'
import { useMediaQuery } from '../../frame/use-window.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { setPreferences, usePreferences } from '../../stores/preferences-store.ts'
import { countFilters, setQuery, toggleFacet, useQuery } from '../../stores/query-store.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Segmented, Slider, Tickbox } from '../../ui/choices.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { Popover, Tooltip } from '../../ui/popover.tsx'
import { useControl } from '../commands/control.ts'
import { keysOfCommand } from '../commands/shortcuts.ts'
import { SLIDER_MAX, sliderOf, tileAt } from '../view/layout.ts'
import { continuePosition, shownOrder, useView } from '../view/view-store.ts'
import styles from './images-toolbar.module.css'

/** The filters of the query in a panel under their button. The badge counts active ones. */
export function FilterButton() {
  const active = useQuery(({ query }) => countFilters({ ...query, search: '' }))
  return (
    <Popover
      label={copy.images.filter}
      trigger={
        <ToolbarButton icon="filter" label={copy.images.activeFilters(active)} words={copy.images.filter}>
          {active > 0 && <span className={styles.badge}>{formatCount(active)}</span>}
        </ToolbarButton>
      }
    >
      <div className={styles.panel}>
        {panelFilters().map((filter) => (
          <ChoiceFilter key={filter.name} {...filter} />
        ))}
        <div className={styles.facets}>
          {FACETS.map((facet) => (
            <FacetFilter key={facet} facet={facet} />
          ))}
        </div>
      </div>
    </Popover>
  )
}

function ChoiceFilter({ name, label, options }: PanelFilter) {
  const chosen = useQuery((state) => state.query[name])
  const choose = (text: string) => setQuery({ [name]: QUERY_CHOICES[name].find((value) => String(value) === text) })
  return <Segmented label={label} value={String(chosen)} options={options} onChange={choose} />
}

function FacetFilter({ facet }: { readonly facet: Facet }) {
  const query = useQuery((state) => state.query)
  const counts = useFacets((state) => state.counts)
  return (
    <fieldset className={styles.facet} data-facet={facet}>
      <legend className={styles.legend}>{copy.facets[facet].label}</legend>
      {facetRows(facet, query, counts).map(({ value, count, isChosen }) => (
        <div key={value} className={styles.value} data-empty={count === 0 || undefined}>
          <Tickbox isTicked={isChosen} onChange={() => toggleFacet(facet, value)}>
            <span className={styles.words}>{valueLabel(facet, value)}</span>
            {count !== null && <span className={styles.filterButtonCount}>{formatCount(count)}</span>}
          </Tickbox>
        </div>
      ))}
    </fieldset>
  )
}

/** Starts a review, or continues the one of this view. */
export function ReviewButton() {
  const { run } = useControl()
  const position = useView(continuePosition)
  const count = useView((state) => shownOrder(state).numbers.length)
  const isNarrow = useMediaQuery('(width < 1440px)')
  const name = position < 0 ? 'review' : 'continue-review'
  const words = position < 0 ? copy.images.review : copy.images.continueReview
  const label = position < 0 ? words : copy.images.continueAt(position + 1, count)
  return (
    <Tooltip text={`${label} (${keysOfCommand(name) ?? ''})`}>
      <Button
        icon="eye"
        className={isNarrow ? styles.square : undefined}
        aria-label={label}
        isDisabled={count === 0}
        onClick={() => run({ name })}
      >
        {!isNarrow && words}
      </Button>
    </Tooltip>
  )
}

type Sort = Pick<ImageQuery, 'sortBy' | 'sort'>

const sorts: Readonly<Record<SortChoice, Sort>> = {
  'id desc': { sortBy: 'id', sort: 'desc' },
  'id asc': { sortBy: 'id', sort: 'asc' },
  'name asc': { sortBy: 'name', sort: 'asc' },
  'name desc': { sortBy: 'name', sort: 'desc' }
}

/** The order of the grid, as a menu. */
export function SortButton() {
  const value = useQuery(({ query }): SortChoice => `${query.sortBy} ${query.sort}`)
  const isNarrow = useMediaQuery('(width < 1280px)')
  const choice = copy.images.sorts[value]
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarButton
          icon="sort"
          label={`${copy.images.sort}: ${choice.label}`}
          words={isNarrow ? choice.short : choice.label}
        >
          <Icon name="chevron-down" size={12} />
        </ToolbarButton>
      }
    >
      <MenuChoices
        label={copy.images.sort}
        value={value}
        options={sortChoices()}
        onChange={(next) => setQuery(sorts[next])}
      />
    </Menu>
  )
}

const TICKS = TILE_STEPS.map(sliderOf)

/** The size of thumbnails. */
export function SizeSlider() {
  const tile = usePreferences((state) => state.preferences.tile)
  return (
    <div className={styles.size}>
      <Icon name="tiles" />
      <Slider
        label={copy.images.size}
        value={sliderOf(tile)}
        max={SLIDER_MAX}
        ticks={TICKS}
        onChange={(place) => setPreferences({ tile: tileAt(place) })}
        valueText={(place) => copy.images.pixels(tileAt(place))}
      />
      <Icon name="picture" />
    </div>
  )
}

interface ToolbarButtonProps extends ButtonProps {
  /** Name for assistive technology, and the tooltip if the text is hidden. */
  readonly label: string
  /** Hidden in a narrow window, which shows the icon alone. */
  readonly words: ReactNode
}

/** A toolbar button with text, or its icon alone in a narrow window, so that no button is dropped. */
export function ToolbarButton({ label, words, children, ...rest }: ToolbarButtonProps) {
  const isNarrow = useMediaQuery('(width < 1000px)')
  return (
    <Button {...rest} aria-label={label} title={isNarrow ? label : undefined}>
      {!isNarrow && words} {children}
    </Button>
  )
}
