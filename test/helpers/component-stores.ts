import { emptyView, useView } from '../../src/renderer/images/view/view-store.ts'

/** Every store of the window, found by what it can do, so that a new one is never forgotten. */
interface Store {
  readonly getInitialState: () => unknown
  readonly setState: (state: unknown, isWhole: true) => void
}

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  ['../../src/renderer/**/*.ts', '!**/*.test.ts'],
  { eager: true }
)
const isStore = (value: unknown): value is Store => typeof value === 'function' && 'getInitialState' in value
const stores = new Set(Object.values(modules).flatMap(Object.values).filter(isStore))

/** Each store is as it is when a window starts. */
export function resetStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
  // Its rows are filled in place, so those of its first state are no longer empty.
  useView.setState(emptyView())
}
