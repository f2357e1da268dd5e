import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { followKeyboard } from './commands/keyboard.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'
import { offerAgain } from './commands/offer-again.ts'
import { followMain, loadWindow } from './stores/live.ts'

/** The entry of the window. Nothing is drawn before the state is read, so that the first frame shows the last view. */
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
