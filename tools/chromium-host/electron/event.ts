/** Helpers of all classes here: Electron's events, and the check against Electron's declarations. */
import type { EventEmitter } from 'node:events'

/** The members that a class of the host shares with Electron's, as Electron declares them. */
export type Like<Host, Real> = Pick<Real, Exclude<keyof Host & keyof Real, keyof EventEmitter>>

/** Electron's first argument of a preventable event. */
export class HostEvent {
  defaultPrevented = false

  readonly preventDefault = (): void => {
    this.defaultPrevented = true
  }
}

/** Creates an event with fields, like Electron's newer events. */
export function eventWith<F extends object>(fields: F): HostEvent & F {
  return Object.assign(new HostEvent(), fields)
}
