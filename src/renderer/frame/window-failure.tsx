import { Component, type ReactNode, useEffect, useState } from 'react'
import type { LibraryRebuilt, LibraryFailure } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import type { FailureSentence } from '../../copy/en/failures.ts'
import {
  type RecoveryAction,
  countNames,
  failureSentence,
  rebuiltSentence,
  recoveryActions,
  libraryFailureSentence
} from '../../copy/failures.ts'
import { formatCount } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { useConnection, useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './window-failure.module.css'

/** A window without a library: the failure, and how to quit. */
function WindowFailure({ failure }: { readonly failure: Failure }) {
  return (
    <main className={styles.trouble}>
      <FailureText sentence={failureSentence(failure, 'library')} />
      <div className={styles.actions}>
        <QuitButton />
      </div>
    </main>
  )
}

/** A window for a library that cannot be used, with recovery actions. */
export function LibraryFailureWindow({ failure }: { readonly failure: Failure }) {
  const state = useLibraryFailure(failure)
  if (state.rebuilt !== null) return <Rebuilt rebuilt={state.rebuilt} onOpen={state.leave} />
  return (
    <main className={styles.trouble}>
      <FailureText sentence={libraryFailureSentence(state.failure, state.details)} />
      {state.details && (
        <p className={styles.file}>
          <bdi>{state.details.file}</bdi>
        </p>
      )}
      <div className={styles.actions}>
        {recoveryActions(state.failure.code).map((action, at) => (
          <ActionButton key={action} action={action} isFirst={at === 0} state={state} />
        ))}
        <QuitButton />
      </div>
    </main>
  )
}

function FailureText({ sentence }: { readonly sentence: FailureSentence }) {
  return (
    <>
      <Icon name="triangle" size={20} className={styles.icon} />
      <h1 className={styles.headline}>{sentence.headline}</h1>
      <p className={styles.body} aria-live="polite">
        {sentence.body}
      </p>
    </>
  )
}

const labels = (): Readonly<Record<RecoveryAction, { readonly idle: string; readonly busy: string }>> => ({
  rebuild: { idle: copy.libraryFailure.rebuild, busy: copy.libraryFailure.rebuilding },
  'try-again': { idle: copy.libraryFailure.tryAgain, busy: copy.libraryFailure.trying },
  'show-file': { idle: copy.libraryFailure.showFile, busy: copy.libraryFailure.showFile }
})

interface ActionButtonProps {
  readonly action: RecoveryAction
  readonly isFirst: boolean
  readonly state: Pick<ReturnType<typeof useLibraryFailure>, 'busy' | 'act'>
}

function ActionButton({ action, isFirst, state: { busy, act } }: ActionButtonProps) {
  return (
    <Button variant={isFirst ? 'accent' : 'box'} isDisabled={busy !== null} onClick={() => act(action)}>
      {busy === action ? labels()[action].busy : labels()[action].idle}
    </Button>
  )
}

function QuitButton() {
  return (
    <Button variant="box" onClick={() => void bridge.quit(null)}>
      {copy.libraryFailure.quit}
    </Button>
  )
}

/** The result of a rebuild: what was kept and, by name, what was not. */
function Rebuilt({ rebuilt, onOpen }: { readonly rebuilt: LibraryRebuilt; readonly onOpen: () => void }) {
  return (
    <main className={styles.trouble}>
      <FailureText sentence={rebuiltSentence(rebuilt)} />
      {rebuilt.lost.length > 0 && (
        // The keyboard scrolls a list without controls only if it can have the focus.
        <div className={styles.lost} role="region" aria-label={copy.libraryFailure.lostList} tabIndex={0}>
          <ul>
            {countNames(rebuilt.lost).map(({ name, count }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                {count > 1 && ` × ${formatCount(count)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.actions}>
        <Button variant="accent" onClick={onOpen}>
          {copy.libraryFailure.open}
        </Button>
      </div>
    </main>
  )
}

/** Runs the recovery actions of a library that cannot be used. */
function useLibraryFailure(first: Failure) {
  const [failure, setFailure] = useState(first)
  const [details, setDetails] = useState<LibraryFailure | null>(null)
  const [rebuilt, setRebuilt] = useState<LibraryRebuilt | null>(null)
  const [busy, setBusy] = useState<RecoveryAction | null>(null)
  useEffect(() => {
    void readDetails().then(setDetails)
  }, [])

  const run = async (action: RecoveryAction): Promise<void> => {
    if (action === 'show-file') return void (await bridge.showLibraryFile(null))
    setBusy(action)
    const done = action === 'rebuild' ? await bridge.rebuildLibrary(null) : await bridge.retryLibrary(null)
    setBusy(null)
    if (!done.ok) {
      setFailure(done.failure)
      return setDetails(await readDetails())
    }
    if (done.value === null) return enterLibrary()
    setRebuilt(done.value)
  }
  return {
    /** The latest failure, because a retry may fail for another reason. */
    failure,
    details,
    rebuilt,
    busy,
    act: (action: RecoveryAction): void => {
      if (busy === null) void run(action)
    },
    /** Returns to the library, which is open. */
    leave: (): void => void enterLibrary()
  }
}

async function readDetails(): Promise<LibraryFailure | null> {
  const answer = await bridge.getLibraryFailure(null)
  return answer.ok ? answer.value : null
}

/** Starts the screens of the reopened library with the current state of main. */
async function enterLibrary(): Promise<void> {
  const [connection, status] = await Promise.all([bridge.getConnection(null), bridge.getSyncStatus(null)])
  if (status.ok) useSync.setState({ status: status.value })
  if (connection.ok) useConnection.getState().enter(connection.value)
  else useConnection.setState({ failure: connection.failure })
}

interface State {
  readonly hasFailed: boolean
}

/** Replaces an empty window by a message after a bug in a screen. React supports this for classes only. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <WindowFailure failure={{ code: 'internal' }} /> : this.props.children
  }
}
