/** A jump to rows that are far from those on screen: they are mounted once they are read, or after a moment without. */
import { callAfter, counted } from '../../pending-work.ts'
import type { RowRange } from './row-range.ts'

/** Rows that cannot be read sooner are shown without what is in them. */
const MOST_HELD_MS = 100

export interface Jump {
  readonly to: RowRange
  /** It is on screen, or another one goes before it. */
  readonly end: () => void
}

interface JumpParts {
  readonly to: RowRange
  readonly isKnown: boolean
  readonly read: () => Promise<void>
  readonly mount: () => void
}

/** Counts as work of the window until it ends. */
export function startJump({ to, isKnown, read, mount }: JumpParts): Jump {
  const shown = Promise.withResolvers<void>()
  const state = { isMounted: false }
  const mountOnce = (): void => {
    callOff()
    if (!state.isMounted) mount()
    state.isMounted = true
  }
  const callOff = isKnown ? () => {} : callAfter(mountOnce, MOST_HELD_MS)
  void counted(shown.promise)
  if (isKnown) mountOnce()
  else void read().then(mountOnce)
  return {
    to,
    end: () => {
      state.isMounted = true
      callOff()
      shown.resolve()
    }
  }
}
