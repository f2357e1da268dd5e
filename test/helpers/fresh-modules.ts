/** Reloads the modules for the next test file in a process that it shares with others. */
import { vi } from 'vitest'

// The window's stores are module state, so subscriptions of an earlier file would keep changing them.
vi.resetModules()
