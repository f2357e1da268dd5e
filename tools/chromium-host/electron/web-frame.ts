/** `WebFrameMain` of a window's page: the host knows the main frame only, since only it has a preload. */
import { appOrigin } from '../app-address.ts'
import type { Supported } from './supported.ts'

export interface FrameSource {
  readonly currentUrl: () => string
  readonly send: (channel: string, args: readonly unknown[]) => void
  readonly isGone: () => boolean
}

type FrameMembers = Omit<Supported<'WebFrameMain'>, 'parent' | 'top'>

export class HostWebFrame implements FrameMembers {
  readonly parent = null
  readonly frameTreeNodeId: number
  readonly #source: FrameSource

  constructor(id: number, source: FrameSource) {
    this.frameTreeNodeId = id
    this.#source = source
  }

  get top(): this {
    return this
  }

  get detached(): boolean {
    return this.#source.isGone()
  }

  get url(): string {
    return this.#source.currentUrl()
  }

  get origin(): string {
    return appOrigin(this.url)
  }

  isDestroyed(): boolean {
    return this.#source.isGone()
  }

  send(channel: string, ...args: readonly unknown[]): void {
    this.#source.send(channel, args)
  }
}
