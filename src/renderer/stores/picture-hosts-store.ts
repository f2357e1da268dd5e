/** The private hosts that the user allows pictures from, as main has them. */
import { create } from 'zustand'
import { createTurns } from '../../shared/in-turn.ts'

interface PictureHostsState {
  readonly hosts: readonly string[]
}

/** One change after the other, each of what the one before has left. */
export const inTurnOfHosts = createTurns()

export const usePictureHosts = create<PictureHostsState>()(() => ({ hosts: [] }))
