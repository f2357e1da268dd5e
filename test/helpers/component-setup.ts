/// <reference types="vite/client" />
/** Loaded before each file of component tests. They share one page, so each test restores its initial state. */
// This import comes first because src/renderer/bridge.ts reads `window.bridge` on import.
import './fake-bridge.ts'
import '../../src/renderer/styles/tokens.css'
import '../../src/renderer/styles/base.css'
import { afterEach } from 'vitest'
import { removeShown } from './component.ts'
import { resetStores } from './component-stores.ts'
import { forgetRequests } from './fake-bridge.ts'

const SHOWN_LENGTH = 600

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error('The page shows:', document.body.innerText.slice(0, SHOWN_LENGTH))
  removeShown()
  resetStores()
  forgetRequests()
})
