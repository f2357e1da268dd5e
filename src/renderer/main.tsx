import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { followKeyboard } from './commands/keyboard.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'
import { offerAgain } from './commands/offer-again.ts'
import { followMain, loadWindow } from './stores/live.ts'

/** The window's entry: nothing is drawn before it is true, so the first frame is the last view, not a guess. */
async function start(place: HTMLElement): Promise<void> {
  await loadWindow(bridge)
  followMain(bridge)
  listenForCommands(bridge)
  offerAgain(bridge)
  void followKeyboard(bridge)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}

const place = document.getElementById('root')
if (place) void start(place)
