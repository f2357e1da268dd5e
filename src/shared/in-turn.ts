/** Runs a task after all earlier ones have settled. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Creates a queue that runs one task at a time. */
export function createTurns(): InTurn {
  const last: { task: Promise<unknown> } = { task: Promise.resolve() }
  return (task) => {
    const current = last.task.then(task)
    last.task = current.catch(() => undefined)
    return current
  }
}
