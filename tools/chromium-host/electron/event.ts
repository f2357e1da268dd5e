/** What every class here is made of: Electron's events, and the check against Electron's own declarations. */
import type { EventEmitter } from 'node:events'

/** The members that a class of the host has in common with Electron's, as Electron declares them. */
export type Like<Host, Real> = Pick<Real, Exclude<keyof Host & keyof Real, keyof EventEmitter>>

/** Electron's first argument of a preventable event. */
export class HostEvent {
  defaultPrevented = false

  readonly preventDefault = (): void => {
    this.defaultPrevented = true
  }
}

/** An event that carries fields, as the newer events of Electron do. */
export function eventWith<F extends object>(fields: F): HostEvent & F {
  return Object.assign(new HostEvent(), fields)
}
