/** Whether the settings are open in the window: the foot of the sidebar, a key and the native menu open them. */
import { create } from 'zustand'

interface SettingsState {
  readonly isOpen: boolean
}

export const useSettings = create<SettingsState>()(() => ({ isOpen: false }))

export const openSettings = (): void => useSettings.setState({ isOpen: true })
export const closeSettings = (): void => useSettings.setState({ isOpen: false })
