import { type KeyboardEvent, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import { failureSentence, failureText } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { useConnection } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { ConnectFields } from './connect-fields.tsx'
import { TestReport } from './test-report.tsx'
import { type Connect, useConnect } from './use-connect.ts'
import styles from './connect-screen.module.css'

/** The first run: two addresses, one or two keys, and a test that names the failing layer. */
export function ConnectScreen() {
  const connect = useConnect()
  const { state, dispatch } = connect
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || state.keepFailure !== null) return
    if (event.key === 'Escape') void bridge.quit(null)
    // Enter in a field runs the test first, then connects. On a button it presses the button.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The focus may move to a button in the meantime, which this press must not activate.
      event.preventDefault()
      if (state.isReady) connect.connect('keychain')
      else connect.test()
    }
  }
  return (
    <div className={styles.screen} onKeyDown={onKeyDown} role="presentation">
      <main className={styles.form}>
        <h1 className={styles.title}>{copy.connect.title}</h1>
        <p className={styles.lead}>{copy.connect.lead}</p>
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

/** Test, then connect; connecting untested is allowed for setup without a network. */
function ConnectActions({ connect }: { readonly connect: Connect }) {
  const { phase, test } = connect.state
  const isBusy = phase !== 'editing'
  return (
    <div className={styles.actions}>
      <SampleLink isDisabled={isBusy} />
      <Button variant="box" isDisabled={isBusy} onClick={connect.test}>
        {phase === 'testing' ? copy.connect.testing : test === null ? copy.connect.test : copy.connect.testAgain}
      </Button>
      <Button variant="accent" isDisabled={isBusy} onClick={() => connect.connect('keychain')}>
        {phase === 'connecting' ? copy.connect.connecting : copy.connect.connect}
      </Button>
    </div>
  )
}

/** Opens the sample library, which needs no key. */
function SampleLink({ isDisabled }: { readonly isDisabled: boolean }) {
  const [isOpening, setOpening] = useState(false)
  const open = () => {
    setOpening(true)
    void openSample().finally(() => setOpening(false))
  }
  return (
    <Button variant="link" className={styles.link} isDisabled={isDisabled || isOpening} onClick={open}>
      {isOpening ? copy.sample.opening : copy.sample.explore}
    </Button>
  )
}

async function openSample(): Promise<void> {
  const opened = await bridge.openSample(null)
  if (opened.ok) useConnection.setState({ connection: opened.value })
  else showToast({ text: failureText(opened.failure, 'library') })
}

interface KeepKeyDialogProps {
  readonly failure: Failure
  readonly onKeep: (keep: 'keychain' | 'session') => void
  readonly onCancel: () => void
}

/** Asks before a key that the keychain refused is kept in memory only, never in plain text. */
function KeepKeyDialog({ failure, onKeep, onCancel }: KeepKeyDialogProps) {
  const { headline, body } = failureSentence(failure, 'library')
  const canTryAgain = failure.code !== 'keychain-unavailable'
  return (
    <Dialog
      title={headline}
      description={body}
      onClose={onCancel}
      actions={
        <>
          <Button variant="box" onClick={onCancel}>
            {copy.keychain.cancel}
          </Button>
          {canTryAgain && (
            <Button variant="box" onClick={() => onKeep('keychain')}>
              {copy.keychain.tryAgain}
            </Button>
          )}
          <Button variant="accent" onClick={() => onKeep('session')}>
            {copy.keychain.keepUntilQuit}
          </Button>
        </>
      }
    />
  )
}

const files = import.meta.glob<string>('../assets/wall/*.webp', { eager: true, import: 'default', query: '?url' })
const pictures = Object.values(files)

/** Enough for a wide screen; the overflow is cut off. */
const COLUMNS = 10
const ROWS = 8
/** Each column continues where the previous one ended, so that equal pictures are never side by side. */
const columns = Array.from({ length: COLUMNS }, (_, column) => ({
  id: `column-${column}`,
  spots: Array.from({ length: ROWS }, (_spot, row) => ({
    id: `spot-${row}`,
    picture: pictures[(column * ROWS + row) % pictures.length]
  }))
}))

/** Sample pictures beside the form of the first run. Decorative. */
function PictureWall() {
  return (
    <div className={styles.wall} aria-hidden="true">
      {columns.map((column) => (
        <div key={column.id} className={styles.column}>
          {column.spots.map(({ id, picture }) => (
            <img key={id} className={styles.picture} src={picture} alt="" draggable={false} />
          ))}
        </div>
      ))}
    </div>
  )
}
