import type { KeyboardEvent } from 'react'
import { bridge } from '../bridge.ts'
import { connectCopy } from '../copy/connect.ts'
import { ConnectActions } from './connect-actions.tsx'
import { ConnectFields } from './connect-fields.tsx'
import { KeepKeyDialog } from './keep-key-dialog.tsx'
import { PictureWall } from './picture-wall.tsx'
import { TestReport } from './test-report.tsx'
import { useConnect } from './use-connect.ts'
import styles from './connect-screen.module.css'

/** First run: two addresses, one or two keys, a test that names the layer that fails. Nothing to read at the side. */
export function ConnectScreen() {
  const connect = useConnect()
  const { state, dispatch } = connect
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || state.keepFailure !== null) return
    if (event.key === 'Escape') void bridge.quit(null)
    // Enter in a field: test first, then connect. On a button it presses the button.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The focus may move to a button on the way: this press must not reach it.
      event.preventDefault()
      if (state.isReady) connect.connect('keychain')
      else connect.test()
    }
  }
  return (
    <div className={styles.screen} onKeyDown={onKeyDown} role="presentation">
      <main className={styles.form}>
        <h1 className={styles.title}>{connectCopy.title}</h1>
        <p className={styles.lead}>{connectCopy.lead}</p>
        <ConnectFields connect={connect} />
        <TestReport state={state} />
        <ConnectActions connect={connect} />
      </main>
      <PictureWall />
      {state.keepFailure && (
        <KeepKeyDialog
          failure={state.keepFailure}
          onKeep={connect.connect}
          onCancel={() => dispatch({ type: 'keeping-called-off' })}
        />
      )}
    </div>
  )
}
