/** Measures and prints elapsed time and CPU time. */

export interface Spent {
  /** Elapsed time. */
  readonly wall: number
  /** CPU time: the figure to compare on a machine with other load. */
  readonly cpu: number
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`

/** Measures one run of `work`. */
export function time(work: () => unknown): Spent {
  const start = performance.now()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - start, cpu: (user + system) / 1_000 }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Median of several runs, separately for elapsed and CPU time. */
export const median = (spent: readonly Spent[]): Spent => ({
  wall: middle(spent.map(({ wall }) => wall)),
  cpu: middle(spent.map(({ cpu }) => cpu))
})

interface Peer {
  readonly raw: Spent
  readonly reach: string
}

/** Prints one figure, and its ratio to a raw peer of the same run. */
export function say(figure: string, { wall, cpu }: Spent, peer?: Peer): void {
  const own = `${figure.padEnd(52)} ${ms(wall).padStart(9)} wall ${ms(cpu).padStart(9)} cpu`
  if (peer === undefined) return console.log(own)
  const ratio = `${(wall / peer.raw.wall).toFixed(2)} x wall, ${(cpu / peer.raw.cpu).toFixed(2)} x cpu (${peer.reach})`
  console.log(`${own} | raw ${ms(peer.raw.wall)} | ${ratio}`)
}

export function sayOnce(figure: string, work: () => unknown): void {
  say(figure, time(work))
}

/** Median of `times` runs. */
export const repeat = (times: number, work: (at: number) => unknown): Spent =>
  median(Array.from({ length: times }, (_, at) => time(() => work(at))))

export function sayMedian(figure: string, times: number, work: (at: number) => unknown, peer?: Peer): void {
  say(figure, repeat(times, work), peer)
}
