/**
 * Settings that the window keeps between starts. Contains no secrets and nothing about records except the last view.
 */
import { EMPTY_QUERY, type ImageQuery } from './query.ts'

export const TILE_STEPS = [96, 136, 176, 232, 320] as const
export const TILE_MIN = 88
export const TILE_MAX = 360
const TILE_DEFAULT = 176

export const MAX_PICTURE_HOSTS = 20

export const SCREENS = ['images', 'projects', 'activity'] as const
export type ScreenName = (typeof SCREENS)[number]

/** Hints that are shown until the user dismisses them, once and for all. */
export const HINTS = ['review'] as const
export type HintName = (typeof HINTS)[number]

/** BCP 47. The last is for development and tests: English between marks, from right to left. */
export const LANGUAGE_TAGS = ['en', 'de', 'en-XB'] as const
export type LanguageTag = (typeof LANGUAGE_TAGS)[number]
export const LANGUAGE_CHOICES = ['system', ...LANGUAGE_TAGS] as const
/** `system` follows the languages that the system prefers. */
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

export interface Preferences {
  /** Picture edge in CSS px, TILE_MIN..TILE_MAX. */
  readonly tile: number
  readonly screen: ScreenName
  readonly query: ImageQuery
  /** Number of the first visible record, to restore the scroll position; `null` for the top. */
  readonly topRecord: number | null
  readonly openFacets: readonly string[]
  readonly isInspectorOpen: boolean
  readonly dismissedHints: readonly HintName[]
  /** Private hosts from which pictures may be fetched for a public service, as returned by `readHost`. */
  readonly pictureHosts: readonly string[]
  readonly language: LanguageChoice
}

/** Default preferences, shared by main and the window. */
export const DEFAULT_PREFERENCES: Preferences = {
  tile: TILE_DEFAULT,
  screen: 'images',
  query: EMPTY_QUERY,
  topRecord: null,
  openFacets: ['style'],
  isInspectorOpen: true,
  dismissedHints: [],
  pictureHosts: [],
  language: 'system'
}
