import { Component } from 'react'
import type { ReactNode } from 'react'
import { WindowTrouble } from './window-trouble.tsx'

interface State {
  readonly hasFailed: boolean
}

/** A bug in a screen leaves a sentence instead of an empty window. React offers this to classes only. */
export class TroubleBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <WindowTrouble failure={{ code: 'internal' }} /> : this.props.children
  }
}
