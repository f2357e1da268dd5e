import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { ConnectionDraft } from '../../shared/connection.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { copy } from '../../copy/language.ts'
import { useConnection, useSync } from '../stores/sync-store.ts'
import { showToast } from '../ui/toast.tsx'
import { withFoundAddresses, readDraft } from './connect-form.ts'
import { type ConnectAction, connectReducer, INITIAL_STATE, notifyIfLater, testOf } from './connect-state.ts'

export type Connect = ReturnType<typeof useConnect>

/** Runs the connect screen: reads the fields on demand, calls main, and focuses the field to change. */
export function useConnect() {
  const [state, dispatch] = useReducer(connectReducer, INITIAL_STATE)
  const fields = useFields()
  useEffect(() => bridge.subscribe.connectionTest((test) => dispatch({ type: 'test-moved', test })), [])
  useEffect(() => {
    fields.imagesAddress.current?.focus()
  }, [fields])
  useEffect(() => {
    const field = state.problem?.field
    if (field) fields[field].current?.focus()
    // Only a new problem moves the focus, even to the same field again.
  }, [state.problem, fields])

  const withDraft = (run: (draft: ConnectionDraft) => Promise<void>): void => {
    if (state.phase !== 'editing') return
    const reading = readDraft({
      ...state,
      imagesKey: fields.imagesKey.current?.value ?? '',
      projectsKey: fields.projectsKey.current?.value ?? ''
    })
    if (reading.ok) void run(reading.draft)
    else dispatch({ type: 'problem-found', problem: reading.problem })
  }
  return {
    state,
    dispatch,
    fields,
    test: (): void => withDraft((draft) => runTest(draft, dispatch)),
    connect: (keep: 'keychain' | 'session'): void =>
      withDraft((draft) =>
        runConnect({ draft: withFoundAddresses(draft, testOf(state)), keep, isTested: state.isReady }, dispatch)
      )
  }
}

function useFields() {
  const imagesAddress = useRef<HTMLInputElement>(null)
  const imagesKey = useRef<HTMLInputElement>(null)
  const projectsAddress = useRef<HTMLInputElement>(null)
  const projectsKey = useRef<HTMLInputElement>(null)
  const anyway = useRef<HTMLButtonElement>(null)
  return useMemo(
    () => ({ imagesAddress, imagesKey, projectsAddress, projectsKey, anyway }),
    [imagesAddress, imagesKey, projectsAddress, projectsKey, anyway]
  )
}

async function runTest(draft: ConnectionDraft, dispatch: (action: ConnectAction) => void): Promise<void> {
  dispatch({ type: 'test-began' })
  const answer = await bridge.testConnection(draft)
  if (answer.ok) dispatch({ type: 'test-ended', test: answer.value })
  else dispatch({ type: 'call-failed', failure: answer.failure })
}

interface ConnectCall {
  readonly draft: ConnectionDraft
  readonly keep: 'keychain' | 'session'
  readonly isTested: boolean
}

async function runConnect(call: ConnectCall, dispatch: (action: ConnectAction) => void): Promise<void> {
  dispatch({ type: 'connect-began' })
  // Listens before the call, because the first status may arrive before its answer.
  const stop = call.isTested ? null : notifyIfLater(followStatus, () => showToast({ text: copy.connect.savedForLater }))
  const answer = await bridge.connect({ draft: call.draft, keep: call.keep })
  if (!answer.ok) {
    stop?.()
    return dispatch({ type: 'call-failed', failure: answer.failure })
  }
  // This removes the screen, whose fields clear themselves.
  useConnection.setState({ connection: answer.value })
}

const followStatus = (hear: (status: SyncStatus | null) => void): (() => void) =>
  useSync.subscribe(({ status }) => hear(status))
