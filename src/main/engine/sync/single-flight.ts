/** One run at a time: who asks while it is under way shares it. */
export class SingleFlight {
  #running: Promise<void> | null = null

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Begins in a turn of its own: its first step may wake the very loop that asks for it, before this run is noted. */
  run(work: () => Promise<void>): Promise<void> {
    this.#running ??= Promise.resolve()
      .then(work)
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }
}
