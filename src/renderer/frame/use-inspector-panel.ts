import { useState } from 'react'
import { usePreferences } from '../stores/preferences-store.ts'
import { useMediaQuery } from './use-media-query.ts'

/** Under this width the inspector lies over the pictures. */
const OVERLAY = '(width < 1100px)'

export interface InspectorPanel {
  readonly isOpen: boolean
  readonly isOverlay: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/**
 * Whether the inspector shows. Beside the pictures the choice is remembered; over them it starts closed and is
 * forgotten, so a narrow window never opens with its pictures covered.
 */
export function useInspectorPanel(): InspectorPanel {
  const isOverlay = useMediaQuery(OVERLAY)
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  const isPanelOpen = usePreferences((state) => state.preferences.isInspectorOpen)
  const setPreferences = usePreferences((state) => state.setPreferences)
  return {
    isOverlay,
    isOpen: isOverlay ? isOverlayOpen : isPanelOpen,
    setOpen: (isOpen) => (isOverlay ? setOverlayOpen(isOpen) : setPreferences({ isInspectorOpen: isOpen }))
  }
}
