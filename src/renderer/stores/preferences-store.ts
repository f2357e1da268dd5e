/** What the window remembers between starts, saved shortly after it changes. */
import { create } from 'zustand'
import { createTurns } from '../../shared/in-turn.ts'
import { DEFAULT_PREFERENCES, type HintName, type Preferences } from '../../shared/preferences.ts'

/** The query store holds the query, which is added only when saving; Settings save the picture hosts. */
type WindowPreferences = Omit<Preferences, 'query' | 'pictureHosts'>

const { query: _query, pictureHosts: _pictureHosts, ...INITIAL } = DEFAULT_PREFERENCES

export const usePreferences = create<{ readonly preferences: WindowPreferences }>()(() => ({ preferences: INITIAL }))

export function setPreferences(part: Partial<WindowPreferences>): void {
  usePreferences.setState(({ preferences }) => ({ preferences: { ...preferences, ...part } }))
}

/** Whether a hint is still shown. */
export const isHintDue = (name: HintName): boolean =>
  !usePreferences.getState().preferences.dismissedHints.includes(name)

/** Hides a hint for good. */
export function dismissHint(name: HintName): void {
  const { dismissedHints } = usePreferences.getState().preferences
  if (isHintDue(name)) setPreferences({ dismissedHints: [...dismissedHints, name] })
}

/** Returns the parts of `now` that differ from `before`; `null` if there are none. */
export function changedParts(before: Preferences, now: Preferences): Partial<Preferences> | null {
  const names = (Object.keys(now) as (keyof Preferences)[]).filter((name) => before[name] !== now[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, now[name]]))
}

// The private hosts that may serve pictures, as main has them.

/** Runs changes one after the other, each based on the result of the previous one. */
export const runHostChange = createTurns()

export const usePictureHosts = create<{ readonly hosts: readonly string[] }>()(() => ({ hosts: [] }))
