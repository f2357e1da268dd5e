/** What the window remembers between starts, saved a moment after it changes. */
import { create } from 'zustand'
import { createTurns } from '../../shared/in-turn.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/preferences.ts'

/** The query store keeps the query, which joins these only when they are saved; Settings save the picture hosts. */
type WindowPreferences = Omit<Preferences, 'query' | 'pictureHosts'>

const { query: _query, pictureHosts: _pictureHosts, ...FIRST } = DEFAULT_PREFERENCES

export const usePreferences = create<{ readonly preferences: WindowPreferences }>()(() => ({ preferences: FIRST }))

export function setPreferences(part: Partial<WindowPreferences>): void {
  usePreferences.setState(({ preferences }) => ({ preferences: { ...preferences, ...part } }))
}

/** The parts of `now` that differ from `before`; null when nothing does. */
export function changedParts(before: Preferences, now: Preferences): Partial<Preferences> | null {
  const names = (Object.keys(now) as (keyof Preferences)[]).filter((name) => before[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, now[name]]))
}

// The private hosts that the user allows pictures from, as main has them.

/** One change after the other, each of what the one before has left. */
export const inTurnOfHosts = createTurns()

export const usePictureHosts = create<{ readonly hosts: readonly string[] }>()(() => ({ hosts: [] }))
