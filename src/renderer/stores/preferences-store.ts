/** What the window remembers between starts, saved a moment after it changes. */
import { create } from 'zustand'
import { TILE_DEFAULT } from '../../shared/preferences.ts'
import type { Preferences } from '../../shared/preferences.ts'
import { EMPTY_QUERY } from './query-store.ts'

/** The query of the images screen is kept by the query store; it joins these only when they are saved. */
export type WindowPreferences = Omit<Preferences, 'query'>

const FIRST: WindowPreferences = {
  tile: TILE_DEFAULT,
  screen: 'images',
  topRecord: null,
  openLooks: ['style'],
  isInspectorOpen: true
}

interface PreferencesState {
  readonly preferences: WindowPreferences
  readonly setPreferences: (part: Partial<WindowPreferences>) => void
}

export const usePreferences = create<PreferencesState>()((set) => ({
  preferences: FIRST,
  setPreferences: (part) => set(({ preferences }) => ({ preferences: { ...preferences, ...part } }))
}))

/** The parts of `now` that differ from `before`; null when nothing does. */
export function changedParts(before: Preferences, now: Preferences): Partial<Preferences> | null {
  const names = (Object.keys(now) as (keyof Preferences)[]).filter((name) => before[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, now[name]]))
}

export const FIRST_PREFERENCES: Preferences = { ...FIRST, query: EMPTY_QUERY }
