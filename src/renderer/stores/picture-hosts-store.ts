/** The private hosts that the user allows pictures from, as main has them. */
import { create } from 'zustand'

interface PictureHostsState {
  readonly hosts: readonly string[]
}

export const usePictureHosts = create<PictureHostsState>()(() => ({ hosts: [] }))
