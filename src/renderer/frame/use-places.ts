import { usePreferences } from '../stores/preferences-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { placeOf, queryAt } from './places.ts'
import type { Place, PlaceId } from './places.ts'

export interface Places {
  /** Where the window is; null while a search or looks alone choose what shows. */
  readonly current: PlaceId | 'projects' | 'activity' | null
  readonly goTo: (place: Place) => void
  readonly goToProjects: () => void
  readonly goToActivity: () => void
}

/** The sidebar's places, tied to the query and to the screen in view. */
export function usePlaces(): Places {
  const screen = usePreferences((state) => state.preferences.screen)
  const setPreferences = usePreferences((state) => state.setPreferences)
  const query = useQuery((state) => state.query)
  const setQuery = useQuery((state) => state.setQuery)
  return {
    current: screen === 'images' ? placeOf(query) : screen,
    goTo: (place) => {
      setQuery(queryAt(place, query))
      setPreferences({ screen: 'images' })
    },
    goToProjects: () => setPreferences({ screen: 'projects' }),
    // To the tab that it was left at.
    goToActivity: () => setPreferences({ screen: 'activity' })
  }
}
