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
