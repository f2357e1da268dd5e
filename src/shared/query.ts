/** What an images screen asks of the library: every list parameter of the interface, answered on this computer. */
import type { NeedGroup } from './change.ts'
import { forEachLook, type Look, type RecordNumber } from './image.ts'

/** Stands for "this record has no value here" among the values of a look. */
export const NO_VALUE = ''

/**
 * Parameters with a closed list of values, of which the first asks nothing. The gate, the filters of the window and the
 * search at the service read them from here.
 */
export const QUERY_CHOICES = {
  searchBy: ['name'],
  /** true = only favorites, false = only others, null = any. The effective value counts. */
  favorite: [null, true, false],
  /** Only records with something unsent, or with something that needs the person. */
  mark: ['any', 'waiting', 'needs-you'],
  /** `id` means date created. */
  sortBy: ['id', 'name'],
  sort: ['desc', 'asc']
} as const
type QueryChoices = { readonly [N in keyof typeof QUERY_CHOICES]: (typeof QUERY_CHOICES)[N][number] }

const HOW = ['searchBy', 'sortBy', 'sort'] as const
/** The choices that leave records out; the others say how to search and to sort. */
export type FilterName = Exclude<keyof QueryChoices, (typeof HOW)[number]>
export const FILTER_NAMES = Object.keys(QUERY_CHOICES).filter(
  (name): name is FilterName => !HOW.some((other) => other === name)
)

const LOCAL = ['mark'] as const
/** The filters that the service can be asked for as well; the others only the library can tell. */
export type ServiceFilter = Exclude<FilterName, (typeof LOCAL)[number]>
export const SERVICE_FILTERS = FILTER_NAMES.filter(
  (name): name is ServiceFilter => !LOCAL.some((other) => other === name)
)

export interface ImageQuery extends QueryChoices {
  /** Any part of a name (or of a prompt known here), without case; empty = no search. */
  readonly search: string
  /** Inside a look values are joined by OR, across looks by AND; an empty list asks nothing. */
  readonly looks: Readonly<Record<Look, readonly string[]>>
}

/** Everything, newest first: what a screen asks until a person narrows it. */
export const EMPTY_QUERY: ImageQuery = {
  // The first value of each choice, as the type of a choice's entries cannot follow.
  ...(Object.fromEntries(Object.entries(QUERY_CHOICES).map(([name, [first]]) => [name, first])) as QueryChoices),
  search: '',
  looks: forEachLook(() => [])
}

/** Handle of an order of records that the engine holds. */
export type ViewId = number

/** An answered query: every matching record number, in order. */
export interface OpenedView {
  readonly view: ViewId
  readonly numbers: Uint32Array
  /** Library revision this order was read at. */
  readonly revision: number
  /** At that moment nothing had ever been read to its end: what comes next is no news, it fills the view. */
  readonly isFilling: boolean
  /** Why its records need attention, of the same moment; absent unless the query asks for those. */
  readonly needs?: readonly NeedGroup[]
}

export interface FacetCount {
  /** Raw value; `NO_VALUE` for records without one. */
  readonly value: string
  readonly count: number
}

/** Whole-library numbers for the sidebar. favorites + notFavorites = images. */
export interface LibraryTotals {
  readonly images: number
  readonly favorites: number
  readonly notFavorites: number
  /** Records with an unsent change, and records that need the person. */
  readonly waiting: number
  readonly needsYou: number
  readonly projects: number
  /** Records whose prompt is known here (the scope of search, said on screen). */
  readonly withPrompt: number
}

/** Counts for each value of each look, each counted under the query without that look's own choice. */
export interface FacetCounts {
  readonly totals: LibraryTotals
  readonly matching: number
  readonly looks: Readonly<Record<Look, readonly FacetCount[]>>
}

/** What a search at the service brought into the library. `isWhole`: all that match there were read. */
export interface ServiceSearch {
  readonly found: number
  readonly added: number
  readonly isWhole: boolean
}

/** Handle of a frozen set of records that the engine keeps. */
export type SelectionId = number

/**
 * The records a command acts on: listed, or a frozen selection with what was added and left out since.
 * Never a query to run again.
 */
export type RecordTarget =
  | { readonly kind: 'records'; readonly numbers: Uint32Array }
  | {
      readonly kind: 'selection'
      readonly selection: SelectionId
      readonly plus: Uint32Array
      readonly except: Uint32Array
    }

/** What a target is made of; the numbers that stand on buttons before they are pressed. favorites + notFavorites = size. */
export interface TargetSummary {
  readonly size: number
  readonly favorites: number
  readonly notFavorites: number
  readonly waiting: number
  readonly needsYou: number
  /** Records of the target that the given view does not show. */
  readonly outOfView: number
  readonly resolutions: readonly FacetCount[]
  readonly styles: number
  /** Names of the first three, for questions about all of them. */
  readonly names: readonly string[]
  /** Up to four records that have a picture, in the target's order. */
  readonly sample: readonly RecordNumber[]
}
