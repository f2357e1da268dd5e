/** Words of the images screen: toolbar, chips, selection, action bar. */
import { type Look, LOOKS, type SyncMark } from '../shared/image.ts'
import { FILTER_NAMES, type FilterName, type ImageQuery, QUERY_CHOICES } from '../shared/query.ts'
import { formatCount, plural } from './format.ts'
import { countImages, titleOf } from './counted.ts'
import { valueLabel } from './looks.ts'

export const imagesCopy = {
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not in Favorites',
  waiting: 'Pending',
  needsYou: 'Needs attention',
  grid: 'Images',
  search: 'Search',
  searchNames: 'Search names',
  searchNamesAndPrompts: 'Search names and prompts',
  clearSearch: 'Clear search',
  filter: 'Filter',
  favorite: 'Favorite',
  any: 'Any',
  clearFilters: 'Clear filters',
  sort: 'Sort',
  size: 'Thumbnail size',
  showInfo: 'Show info',
  hideInfo: 'Hide info',
  info: 'Info',
  opening: 'Loading…',
  clear: 'Clear',
  done: 'Done',
  dismiss: 'Dismiss',
  reselect: 'Reselect',
  addThem: 'Add them',
  choosing: 'Click images to select them',
  noLongerMatches: 'No longer matches',
  tryAgain: 'Try again'
} as const

/** Words of the bar over what is pending or needs attention. */
export const workCopy = {
  reasons: 'Reasons',
  showInActivity: 'Show in Activity',
  batchPaused: 'You paused this batch',
  onHold: 'On hold until you decide',
  sendsIn: 'Sending in'
} as const

export function moreReasons(count: number): string {
  return plural(count, { one: '1 more in Activity', other: `${formatCount(count)} more in Activity` })
}

type ValueThatAsks<N extends FilterName> = Exclude<ImageQuery[N], (typeof QUERY_CHOICES)[N][0]>

interface FilterCopy<N extends FilterName> {
  /** Its label in the Filter panel; null where the sidebar alone offers it. */
  readonly panel: string | null
  /** What chips and titles call each value that asks something. */
  readonly values: Readonly<Record<`${ValueThatAsks<N>}`, string>>
}

const filters: { readonly [N in FilterName]: FilterCopy<N> } = {
  favorite: { panel: imagesCopy.favorite, values: { true: imagesCopy.favorites, false: imagesCopy.notFavorites } },
  mark: { panel: null, values: { waiting: imagesCopy.waiting, 'needs-you': imagesCopy.needsYou } }
}

/** What a value of a filter is called; null for the one that asks nothing. */
export function filterText(name: FilterName, value: ImageQuery[FilterName]): string | null {
  const known: Readonly<Record<string, string>> = filters[name].values
  return known[String(value)] ?? null
}

/** The filters of the panel, each with all of its values. */
export const panelFilters = FILTER_NAMES.flatMap((name) => {
  const label = filters[name].panel
  const options = QUERY_CHOICES[name].map((value) => ({
    value: String(value),
    label: filterText(name, value) ?? imagesCopy.any
  }))
  return label === null ? [] : [{ name, label, options }]
})
export type PanelFilter = (typeof panelFilters)[number]

export const sortChoices = [
  { value: 'id desc', label: 'Date created, newest', short: 'Newest' },
  { value: 'id asc', label: 'Date created, oldest', short: 'Oldest' },
  { value: 'name asc', label: 'Name, A to Z', short: 'A to Z' },
  { value: 'name desc', label: 'Name, Z to A', short: 'Z to A' }
] as const
export type SortChoice = (typeof sortChoices)[number]['value']

/** One filter that is on, as a chip names it. */
export interface FilterText {
  /** What it is about; null where the value says it all. */
  readonly subject: string | null
  readonly value: string
}

/** Title of the screen: what the query shows. */
export function viewTitle(query: ImageQuery): string {
  const parts = viewParts(query)
  return parts.length === 0 ? imagesCopy.allImages : parts.join(', ')
}

function viewParts(query: ImageQuery): string[] {
  const parts = FILTER_NAMES.flatMap((name) => filterText(name, query[name]) ?? [])
  for (const look of LOOKS) parts.push(...query.looks[look].map((value) => valueLabel(look, value)))
  if (query.search !== '') parts.push(`“${query.search}”`)
  return parts
}

/** "4 218 of 12 480", "12 480 images", "1 300 images so far". */
export function viewCount(numbers: {
  matching: number
  total: number
  isFiltered: boolean
  isFilling: boolean
}): string {
  const { matching, total, isFiltered, isFilling } = numbers
  if (isFiltered) return `${formatCount(matching)} of ${formatCount(total)}`
  const images = countImages(total)
  return isFilling ? `${images} so far` : images
}

/** Where a search looks: the prompts known here, and of how many records. */
export function searchScope(withPrompt: number, images: number): string {
  if (withPrompt === 0) return 'Searches names on this computer'
  if (withPrompt >= images) return 'Searches names and prompts on this computer'
  return `Searches names, and the prompts available here (${formatCount(withPrompt)} of ${formatCount(images)})`
}

export function filterLabel(active: number): string {
  return active === 0
    ? imagesCopy.filter
    : `${imagesCopy.filter}, ${plural(active, { one: '1 active', other: `${formatCount(active)} active` })}`
}

/** Name of the cross on a chip. */
export function removeFilterLabel({ subject, value }: FilterText): string {
  return subject === null ? `Remove filter ${value}` : `Remove filter ${subject}: ${value}`
}

export function tileSizeText(tile: number): string {
  return `${formatCount(tile)} pixels`
}

/** "12 new", on the pill over the grid. */
export function newImages(count: number): string {
  return plural(count, { one: '1 new', other: `${formatCount(count)} new` })
}

const markLabel: Readonly<Record<Exclude<SyncMark, 'none'>, string>> = {
  waiting: 'pending',
  'needs-you': 'needs attention'
}

interface TileSpeech {
  readonly name: string
  readonly isFavorite: boolean
  readonly mark: SyncMark
  /** In place of the mark: that it is being made, or about to go. */
  readonly stage?: string | null
  readonly matches: boolean
  readonly place: number
  readonly count: number
  /** Why its preview cannot be shown. */
  readonly why?: string | undefined
}

/** "Neon harbour, favorite, pending, Preview not found on example.org, 3 of 4,218". Whether it is selected is said by the grid. */
export function tileSpeech({ name, isFavorite, mark, stage = null, matches, place, count, why }: TileSpeech): string {
  const parts = [titleOf(name)]
  if (isFavorite) parts.push('favorite')
  if (stage !== null) parts.push(stage.toLowerCase())
  else if (mark !== 'none') parts.push(markLabel[mark])
  if (!matches) parts.push(imagesCopy.noLongerMatches.toLowerCase())
  if (why !== undefined) parts.push(why.replace(/\.$/, ''))
  parts.push(`${formatCount(place + 1)} of ${formatCount(count)}`)
  return parts.join(', ')
}

/** "Anime · 1024×1024". */
export function tileMeta(style: string | null, resolution: string | null): string {
  const known: (readonly [Look, string | null])[] = [
    ['style', style],
    ['resolution', resolution]
  ]
  return known.flatMap(([look, value]) => (value === null || value === '' ? [] : [valueLabel(look, value)])).join(' · ')
}

/** "4 217 selected" in front of the strip's sentence. */
export function selectedCount(count: number): string {
  return `${formatCount(count)} selected`
}

/** What stands behind "4 217 selected": the frozen set, its exceptions and what came on top. */
export function frozenSentence(query: ImageQuery, exceptions: { except: number; plus: number }): string {
  const parts = viewParts(query)
  const what = parts.length === 0 ? 'everything in the library' : `everything matching ${parts.join(', ')}`
  const { except, plus } = exceptions
  const left = except === 0 ? '' : `, except ${formatCount(except)} you left out`
  const more = plus === 0 ? '' : plural(plus, { one: ', and 1 more', other: `, and ${formatCount(plus)} more` })
  return `: ${what}${left}${more}.`
}

export function newerArrived(count: number): string {
  return plural(count, {
    one: '1 newer image has arrived.',
    other: `${formatCount(count)} newer images have arrived.`
  })
}

export function notInView(outOfView: number, size: number): string {
  if (outOfView === size)
    return plural(size, { one: 'It is not in this view.', other: 'None of them is in this view.' })
  const verb = plural(outOfView, { one: 'is', other: 'are' })
  return `${formatCount(outOfView)} of your ${formatCount(size)} ${verb} not in this view.`
}

/** "4,217 of 4,218 selected", or "1,704 selected, 118 of them in this view": at the end of the status bar. */
export function statusSelected({ size, shown, inView }: { size: number; shown: number; inView: number }): string {
  if (inView === size) return `${formatCount(size)} of ${formatCount(shown)} selected`
  return `${selectedCount(size)}, ${inView === 0 ? 'none' : formatCount(inView)} of them in this view`
}

/** The action bar's buttons. null = not counted yet. */
export function addLabel(count: number | null): string {
  return count === null || count === 0 ? 'Add to Favorites' : `Add ${formatCount(count)} to Favorites`
}

export function removeLabel(count: number | null): string {
  return count === null || count === 0 ? 'Remove' : `Remove ${formatCount(count)}`
}

/** "894 added to Favorites", "All 310 are already in Favorites". */
export function favoriteDone(favorite: boolean, outcome: { size: number; changed: number }): string {
  const { size, changed } = outcome
  if (changed > 0) {
    return favorite ? `${formatCount(changed)} added to Favorites` : `${formatCount(changed)} removed from Favorites`
  }
  const all = formatCount(size)
  return favorite ? `All ${all} are already in Favorites` : `None of these ${all} are in Favorites`
}

export function deselectedCount(count: number): string {
  return `${formatCount(count)} deselected`
}
