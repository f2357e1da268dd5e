import { emptyView, useView } from '../../src/renderer/images/view/view-store.ts'

/** Finds every store of the window by its methods, so that a new one is included automatically. */
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

/** Resets each store to its state at the start of a window. */
export function resetStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
  // The view fills its rows in place, so its initial state object is no longer empty.
  useView.setState(emptyView())
}
