/** Loads the modules of the next test file again, in a process that it shares with others. */
import { vi } from 'vitest'

// The window's stores live in modules: what an earlier file left subscribed would go on changing them.
vi.resetModules()
