/** State of the connect screen: editing -> testing -> editing -> connecting. Pure. */
import type { ConnectionTest } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import type { GroupState, SyncStatus } from '../../shared/sync-status.ts'
import { isKeychainFailure } from '../frame/connection-input.ts'
import { hasPassed, type Problem, problemOf, needsOwnKey } from './connect-form.ts'

export interface ConnectState {
  readonly imagesAddress: string
  readonly projectsAddress: string
  readonly sharesKey: boolean
  readonly isInsecureAccepted: boolean
  readonly phase: 'editing' | 'testing' | 'connecting'
  /** Marks of the running or last test; `null` before the first. */
  readonly test: ConnectionTest | null
  /** Counts edits; a test applies to the fields only if no edit followed its start. */
  readonly edits: number
  readonly testedEdits: number | null
  /** Whether the last test passed for the current fields. */
  readonly isReady: boolean
  readonly problem: Problem | null
  /** Why the keychain could not store the key; shows the question whether to keep it until quit. */
  readonly keepFailure: Failure | null
}

export const INITIAL_STATE: ConnectState = {
  imagesAddress: '',
  projectsAddress: '',
  sharesKey: true,
  isInsecureAccepted: false,
  phase: 'editing',
  test: null,
  edits: 0,
  testedEdits: null,
  isReady: false,
  problem: null,
  keepFailure: null
}

export type ConnectAction =
  | { readonly type: 'address-edited'; readonly field: 'imagesAddress' | 'projectsAddress'; readonly text: string }
  | { readonly type: 'key-edited' }
  | { readonly type: 'sharing-chosen'; readonly sharesKey: boolean }
  | { readonly type: 'insecure-accepted' }
  | { readonly type: 'problem-found'; readonly problem: Problem }
  | { readonly type: 'test-began' }
  | { readonly type: 'test-moved'; readonly test: ConnectionTest }
  | { readonly type: 'test-ended'; readonly test: ConnectionTest }
  | { readonly type: 'call-failed'; readonly failure: Failure }
  | { readonly type: 'connect-began' }
  | { readonly type: 'keeping-called-off' }

export function connectReducer(state: ConnectState, action: ConnectAction): ConnectState {
  switch (action.type) {
    case 'address-edited':
      // The consent to an unencrypted connection applied to the previous address, and so did its failure.
      return edited({
        ...state,
        [action.field]: action.text,
        isInsecureAccepted: false,
        problem: isTypedWrong(state.problem) ? null : state.problem
      })
    case 'key-edited':
      return edited(state)
    case 'sharing-chosen':
      return edited({ ...state, sharesKey: action.sharesKey })
    case 'insecure-accepted':
      return edited({ ...state, isInsecureAccepted: true, problem: null })
    case 'problem-found':
      return { ...state, phase: 'editing', problem: action.problem, test: testOf(state) }
    case 'test-began':
      return { ...state, phase: 'testing', test: null, problem: null, isReady: false, testedEdits: state.edits }
    case 'test-moved':
      return state.phase === 'testing' ? { ...state, test: action.test } : state
    case 'test-ended':
      return tested(state, action.test)
    case 'call-failed':
      return callFailed(state, action.failure)
    case 'connect-began':
      return { ...state, phase: 'connecting', problem: null, keepFailure: null }
    case 'keeping-called-off':
      return { ...state, keepFailure: null }
    default:
      return action satisfies never
  }
}

/** Returns the test of the current fields; `null` if there is none. */
export const testOf = ({ test, edits, testedEdits }: ConnectState): ConnectionTest | null =>
  testedEdits === edits ? test : null

/** Returns whether the failure is shown at its field and applies to the typed address. */
const isTypedWrong = (problem: Problem | null): boolean => problem?.failure.code.startsWith('address-') ?? false

function edited(state: ConnectState): ConnectState {
  // A failure stays visible, but a success applied to the previous fields.
  return { ...state, edits: state.edits + 1, isReady: false, test: state.problem && state.test }
}

function tested(state: ConnectState, test: ConnectionTest): ConnectState {
  const problem = problemOf(test)
  const isCurrent = state.testedEdits === state.edits
  const isPassed = hasPassed(test.images) && hasPassed(test.projects)
  return {
    ...state,
    phase: 'editing',
    test: isPassed && !isCurrent ? null : test,
    problem,
    isReady: isPassed && isCurrent,
    sharesKey: state.sharesKey && !needsOwnKey(problem, test)
  }
}

function callFailed(state: ConnectState, failure: Failure): ConnectState {
  const editing = { ...state, phase: 'editing' } as const
  return isKeychainFailure(failure.code)
    ? { ...editing, keepFailure: failure }
    : { ...editing, problem: { failure, group: 'images', field: null } }
}

// The outcome of connecting without a test: the first state that shows whether the images service responds.

/** `later`: it is unreachable and will be tried again; `answered`: the screen shows the response; `null`: unknown. */
type FirstOutcome = 'later' | 'answered' | null

const WORDS: Readonly<Record<GroupState, FirstOutcome>> = {
  idle: null,
  reading: null,
  sending: null,
  checking: null,
  offline: 'later',
  'not-responding': 'later',
  'up-to-date': 'answered',
  'rate-limited': 'answered',
  'signed-out': 'answered',
  'no-access': 'answered',
  stopped: 'answered'
}

/** Returns what this status says of the images service; a response during a pass counts before the pass ends. */
export function firstOutcome({ images }: Pick<SyncStatus, 'images'>): FirstOutcome {
  return WORDS[images.state] ?? (images.respondedAt === null ? null : 'answered')
}

/**
 * Calls `onLater` once if the service is unreachable; stops listening at its first outcome, or when the returned function
 * is called.
 */
export function notifyIfLater(
  listen: (hear: (status: SyncStatus | null) => void) => () => void,
  onLater: () => void
): () => void {
  const stop = listen((status) => {
    const word = status === null ? null : firstOutcome(status)
    if (word === null) return
    stop()
    if (word === 'later') onLater()
  })
  return stop
}
