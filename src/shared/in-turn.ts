/** Runs a turn after all earlier ones have ended, well or badly. */
type InTurn = <T>(turn: () => Promise<T>) => Promise<T>

/** A queue of its own, one turn at a time. */
export function createTurns(): InTurn {
  const last: { turn: Promise<unknown> } = { turn: Promise.resolve() }
  return (turn) => {
    const mine = last.turn.then(turn)
    last.turn = mine.catch(() => undefined)
    return mine
  }
}
