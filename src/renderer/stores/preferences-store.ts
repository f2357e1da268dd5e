/** What the window remembers between starts, saved a moment after it changes. */
import { create } from 'zustand'
import { DEFAULT_PREFERENCES } from '../../shared/preferences.ts'
import type { Preferences } from '../../shared/preferences.ts'

/** The query of the images screen is kept by the query store; it joins these only when they are saved. */
export type WindowPreferences = Omit<Preferences, 'query'>

const { query: _query, ...FIRST } = DEFAULT_PREFERENCES

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
