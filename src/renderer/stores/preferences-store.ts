/** What the window remembers between starts, saved shortly after it changes. */
import { create } from 'zustand'
import { createTurns } from '../../shared/in-turn.ts'
import type { SystemLanguages } from '../../shared/bridge.ts'
import { DEFAULT_PREFERENCES, type HintName, type LanguageChoice, type Preferences } from '../../shared/preferences.ts'
import { applyLanguage, type Language } from '../../copy/language.ts'

/** The query store holds the query, which is added only when saving; Settings save the picture hosts and the language. */
type WindowPreferences = Omit<Preferences, 'query' | 'pictureHosts' | 'language'>

const { query: _query, pictureHosts: _pictureHosts, language: _language, ...INITIAL } = DEFAULT_PREFERENCES

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

// The language in use, which every component that shows texts and does not render with its parent subscribes to.

interface LanguageState {
  readonly system: SystemLanguages
  readonly choice: LanguageChoice
  readonly direction: Language['direction']
}

export const useLanguage = create<LanguageState>()(() => ({
  system: { preferred: [], hasPseudo: false },
  choice: DEFAULT_PREFERENCES.language,
  direction: 'ltr'
}))

/** Shows everything in the language of a choice from now on. Nothing is mounted again, so nothing that is open is lost. */
export function showLanguage(change: Partial<Pick<LanguageState, 'system' | 'choice'>>): void {
  const { system, choice } = { ...useLanguage.getState(), ...change }
  const { tag, direction } = applyLanguage(choice, system)
  document.documentElement.lang = tag
  document.documentElement.dir = direction
  useLanguage.setState({ system, choice, direction })
}
