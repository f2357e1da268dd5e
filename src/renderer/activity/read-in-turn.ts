/** Asks again and again, one question at a time. */

/** null = could not be read. */
type Read<T> = () => Promise<T | null>

/**
 * Returns what asks: at once, or when the answer under way is there; of several that wait the last one is asked. Every
 * answer is told, also one that a later question has overtaken: where questions come faster than answers nothing else
 * would ever be shown. Asked side by side they would pile up for as long as the library changes.
 */
export function createReadInTurn<T>(onValue: (value: T) => void): (read: Read<T>) => void {
  const state: { isReading: boolean; next: Read<T> | null } = { isReading: false, next: null }

  async function readOn(): Promise<void> {
    state.isReading = true
    for (let read = takeNext(); read !== null; read = takeNext()) {
      const value = await read()
      if (value !== null) onValue(value)
    }
    state.isReading = false
  }

  function takeNext(): Read<T> | null {
    const { next } = state
    state.next = null
    return next
  }

  return (read) => {
    state.next = read
    if (!state.isReading) void readOn()
  }
}
