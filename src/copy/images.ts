/** Chooses the texts of the images screen: titles, filters, tiles, the selection, and single images. */
import { type Facet, FACETS, type SyncBadge } from '../shared/image.ts'
import type { PictureProblem } from '../shared/picture-info.ts'
import { FILTER_NAMES, type FilterName, type ImageQuery, QUERY_CHOICES } from '../shared/query.ts'
import { formatTime } from './format.ts'
import { copy } from './language.ts'
import { titleOf, valueLabel } from './names.ts'
import { clockText, momentText, durationText } from './time.ts'

/** What a value of a filter is called; null for the one that asks nothing. */
export function filterText(name: FilterName, value: ImageQuery[FilterName]): string | null {
  const known: Readonly<Record<string, string>> = copy.images.filterValues[name]
  return known[String(value)] ?? null
}

export interface PanelFilter {
  readonly name: FilterName
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The filters of the panel, each with all of its values; the sidebar alone offers the others. */
export function panelFilters(): readonly PanelFilter[] {
  const label = copy.images.favorite
  const options = QUERY_CHOICES.favorite.map((value) => ({
    value: String(value),
    label: filterText('favorite', value) ?? copy.images.any
  }))
  return [{ name: 'favorite', label, options }]
}

const SORTS = ['id desc', 'id asc', 'name asc', 'name desc'] as const
export type SortChoice = (typeof SORTS)[number]

/** The orders of the grid, the default first. */
export const sortChoices = () => SORTS.map((value) => ({ value, ...copy.images.sorts[value] }))

/** One filter that is on, as a chip names it. */
export interface FilterText {
  /** What it is about; null where the value says it all. */
  readonly subject: string | null
  readonly value: string
}

/** Title of the screen: what the query shows. */
export function viewTitle(query: ImageQuery): string {
  const parts = viewParts(query)
  return parts.length === 0 ? copy.images.allImages : parts.join(', ')
}

function viewParts(query: ImageQuery): string[] {
  const parts = FILTER_NAMES.flatMap((name) => filterText(name, query[name]) ?? [])
  for (const facet of FACETS) parts.push(...query.facets[facet].map((value) => valueLabel(facet, value)))
  if (query.search !== '') parts.push(copy.names.quoted(query.search))
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
  if (isFiltered) return copy.counted.ofAll(matching, total)
  return isFilling ? copy.images.soFar(total) : copy.counted.images(total)
}

/** Where a search facets: the prompts known here, and of how many records. */
export function searchScope(withPrompt: number, images: number): string {
  const { names, namesAndPrompts, somePrompts } = copy.search
  if (withPrompt === 0) return names
  return withPrompt >= images ? namesAndPrompts : somePrompts(withPrompt, images)
}

/** Both in ms since epoch; `completeAsOf` null = never proved. */
export function searchedCopy(completeAsOf: number | null, now: number): string {
  return completeAsOf === null ? copy.empty.searchedIncomplete : copy.empty.searchedAsOf(clockText(completeAsOf, now))
}

interface TileSpeech {
  readonly name: string
  readonly isFavorite: boolean
  readonly mark: SyncBadge
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
  const { spoken } = copy.images
  const parts = [titleOf(name)]
  if (isFavorite) parts.push(spoken.favorite)
  if (stage !== null) parts.push(copy.names.inSentence(stage))
  else if (mark !== 'none') parts.push(spoken.marks[mark])
  if (!matches) parts.push(spoken.noLongerMatches)
  if (why !== undefined) parts.push(why.replace(/\.$/, ''))
  parts.push(copy.counted.ofAll(place + 1, count))
  return parts.join(', ')
}

/** "Anime · 1024×1024". */
export function tileMeta(style: string | null, resolution: string | null): string {
  const known: (readonly [Facet, string | null])[] = [
    ['style', style],
    ['resolution', resolution]
  ]
  return known
    .flatMap(([facet, value]) => (value === null || value === '' ? [] : [valueLabel(facet, value)]))
    .join(' · ')
}

/** What stands behind "4 217 selected": the frozen set, its exceptions and what came on top. */
export function frozenSentence(query: ImageQuery, { except, plus }: { except: number; plus: number }): string {
  const parts = viewParts(query)
  const { everything, matching, frozen } = copy.selection
  return frozen(parts.length === 0 ? everything : matching(parts.join(', ')), except, plus)
}

/** "894 added to Favorites", "All 310 are already in Favorites". */
export function favoriteDone(favorite: boolean, { size, changed }: { size: number; changed: number }): string {
  const { added, removed, allFavorites, noFavorites } = copy.selection
  if (changed > 0) return favorite ? added(changed) : removed(changed)
  return favorite ? allFavorites(size) : noFavorites(size)
}

/** "Synced today at 10:41". `readAt` in ms since epoch; null = the service never returned this record. */
export function inStep(readAt: number | null, now: number): string {
  return readAt === null ? copy.inspector.synced : copy.inspector.syncedAt(momentText(readAt, now))
}

/** Under this an estimate needs no clock time. */
const SOON_MS = 90_000

/** "3,907 not in Favorites yet · about 1 hr 5 min at this service’s rate limit · done around 14:20". Times in ms. */
export function toStar(count: number, estimate: number | null, now: number): string {
  const { toFavorite, atRateLimit } = copy.inspector
  if (estimate === null || count === 0) return toFavorite(count)
  const span = durationText(estimate)
  return `${toFavorite(count)} · ${estimate < SOON_MS ? span : atRateLimit(span, formatTime(now + estimate))}`
}

/** Why there is no preview; `null` if nothing went wrong. */
export function pictureProblemText(problem: PictureProblem | null): string {
  if (problem === null) return copy.pictures.notHere
  return copy.pictures.problems[problem.code]('host' in problem ? problem.host : '')
}

type FieldName = Facet | 'name' | 'description'

/** What a field of the create form is called. */
export function fieldLabel(field: FieldName): string {
  if (field === 'name') return copy.create.name
  return field === 'description' ? copy.create.prompt : copy.facets[field].label
}

/** Under a required field that is empty. */
export function missingText(field: FieldName): string {
  const { enterName, enterPrompt, chooseResolution } = copy.create
  const texts: Readonly<Partial<Record<FieldName, string>>> = {
    name: enterName,
    description: enterPrompt,
    resolution: chooseResolution
  }
  return texts[field] ?? ''
}

/** Under a field that the service refused, in its words. A value of a list can only be left for another. */
export function refusedText(field: FieldName, text: string): string {
  return field === 'name' || field === 'description' ? text : copy.create.chooseAnother(text)
}
