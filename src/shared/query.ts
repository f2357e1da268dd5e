/** Query of an images screen: every list parameter of the interface, evaluated on this computer. */
import type { AttentionGroup } from './change.ts'
import { forEachFacet, type Facet, type RecordNumber } from './image.ts'

/** Value of an attribute that selects records without a value. */
export const NO_VALUE = ''

/**
 * Parameters with a closed list of values, of which the first applies no restriction. Used by the gate, the filters of
 * the window and the search on the service.
 */
export const QUERY_CHOICES = {
  searchBy: ['name'],
  /** `true` = only favorites, `false` = only others, `null` = any, by the effective value. */
  favorite: [null, true, false],
  /** Only records with pending changes, with changes that need attention, or not viewed on this computer yet. */
  mark: ['any', 'waiting', 'needs-attention', 'not-viewed'],
  /** `id` sorts by creation date. */
  sortBy: ['id', 'name'],
  sort: ['desc', 'asc']
} as const
type QueryChoices = { readonly [N in keyof typeof QUERY_CHOICES]: (typeof QUERY_CHOICES)[N][number] }

const HOW = ['searchBy', 'sortBy', 'sort'] as const
/** Choices that filter records; the others define search and sorting. */
export type FilterName = Exclude<keyof QueryChoices, (typeof HOW)[number]>
export const FILTER_NAMES = Object.keys(QUERY_CHOICES).filter(
  (name): name is FilterName => !HOW.some((other) => other === name)
)

const LOCAL = ['mark'] as const
/** Filters that the service also supports; the others are local. */
export type ServiceFilter = Exclude<FilterName, (typeof LOCAL)[number]>
export const SERVICE_FILTERS = FILTER_NAMES.filter(
  (name): name is ServiceFilter => !LOCAL.some((other) => other === name)
)

export interface ImageQuery extends QueryChoices {
  /** Any part of a name (or of a known prompt), case-insensitive; empty for no search. */
  readonly search: string
  /** Values of one attribute are joined by OR, attributes by AND; an empty list applies no restriction. */
  readonly facets: Readonly<Record<Facet, readonly string[]>>
}

/** Default query: all records, newest first. */
export const EMPTY_QUERY: ImageQuery = {
  // The first value of each choice, a type that `Object.entries` loses.
  ...(Object.fromEntries(Object.entries(QUERY_CHOICES).map(([name, [first]]) => [name, first])) as QueryChoices),
  search: '',
  facets: forEachFacet(() => [])
}

/** Handle of an ordered record list in the engine. */
export type ViewId = number

/** Result of a query: all matching record numbers in order. */
export interface OpenedView {
  readonly view: ViewId
  readonly numbers: Uint32Array
  /** Library revision at which this order was read. */
  readonly revision: number
  /** Whether the first full read was incomplete at that time, so that later records fill the view and are not new. */
  readonly isFilling: boolean
  /**
   * Where the review of this query continues: the image it stopped at, or the next one if that no longer matches; `null`
   * if it was not reviewed, or none follows.
   */
  readonly continueAt: RecordNumber | null
  /** Reasons why its records need attention, at the same time; only set if the query filters by them. */
  readonly needs?: readonly AttentionGroup[]
}

export interface FacetCount {
  /** Raw value; `NO_VALUE` for records without one. */
  readonly value: string
  readonly count: number
}

/** Counts of the whole library for the sidebar. favorites + notFavorites = images. */
export interface LibraryTotals {
  readonly images: number
  readonly favorites: number
  readonly notFavorites: number
  /** Number of records with pending changes; `needsAttention` counts records that need attention. */
  readonly waiting: number
  readonly needsAttention: number
  /** Number of images not viewed on this computer yet. */
  readonly notViewed: number
  readonly projects: number
  /** Number of records with a known prompt (the scope of search, shown on screen). */
  readonly withPrompt: number
}

/** Counts for each value of each attribute, under the query without that attribute's own selection. */
export interface FacetCounts {
  readonly totals: LibraryTotals
  readonly matching: number
  readonly facets: Readonly<Record<Facet, readonly FacetCount[]>>
}

/** Result of a search on the service. `isWhole` means that all matches were loaded. */
export interface ServiceSearch {
  readonly found: number
  readonly added: number
  readonly isWhole: boolean
}

/** Handle of a frozen set of records in the engine. */
export type SelectionId = number

/**
 * Records of a command: a list, or a frozen selection with later additions and exclusions. Never a query that is
 * evaluated again.
 */
export type RecordTarget =
  | { readonly kind: 'records'; readonly numbers: Uint32Array }
  | {
      readonly kind: 'selection'
      readonly selection: SelectionId
      readonly plus: Uint32Array
      readonly except: Uint32Array
    }

/** Counts of a target, which buttons show. favorites + notFavorites = size. */
export interface TargetSummary {
  readonly size: number
  readonly favorites: number
  readonly notFavorites: number
  readonly waiting: number
  readonly needsAttention: number
  /** Number of records in the target that the given view does not show. */
  readonly outOfView: number
  readonly resolutions: readonly FacetCount[]
  readonly styles: number
  /** Names of the first three records, for confirmation dialogs. */
  readonly names: readonly string[]
  /** Up to four records with a picture, in the target's order. */
  readonly sample: readonly RecordNumber[]
}
