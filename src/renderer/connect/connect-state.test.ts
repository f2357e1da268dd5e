import { describe, expect, it } from 'vitest'
import { groupStatus, status, failedAt, passed } from '../../../test/helpers/status-samples.ts'
import type { FailureCode } from '../../shared/failure.ts'
import type { GroupState, SyncStatus } from '../../shared/sync-status.ts'
import {
  type ConnectAction,
  connectReducer,
  type ConnectState,
  INITIAL_STATE,
  firstOutcome,
  notifyIfLater
} from './connect-state.ts'

const after = (...actions: ConnectAction[]): ConnectState => actions.reduce(connectReducer, INITIAL_STATE)
const good = { images: passed('images'), projects: passed('projects') }
const refused = { images: passed('images'), projects: failedAt('projects', 'key', 'unauthorized') }

describe('the connect screen', () => {
  it('is ready after a passed test', () => {
    expect(after({ type: 'test-began' }, { type: 'test-ended', test: good })).toMatchObject({
      isReady: true,
      phase: 'editing',
      problem: null
    })
  })

  it('is not ready for fields edited since', () => {
    const edit = { type: 'address-edited', field: 'imagesAddress', text: 'https://b.example' } as const
    expect(after({ type: 'test-began' }, edit, { type: 'test-ended', test: good }).isReady).toBe(false)
    expect(after({ type: 'test-began' }, { type: 'test-ended', test: good }, { type: 'key-edited' }).isReady).toBe(
      false
    )
  })

  it('unticks the shared key when the projects service refuses it, and focuses the second field', () => {
    expect(after({ type: 'test-began' }, { type: 'test-ended', test: refused })).toMatchObject({
      sharesKey: false,
      problem: { group: 'projects', field: 'projectsKey' }
    })
  })

  it('shows marks as they arrive, and none of a test that is over', () => {
    expect(after({ type: 'test-began' }, { type: 'test-moved', test: refused }).test).toBe(refused)
    const ended = after(
      { type: 'test-began' },
      { type: 'test-ended', test: good },
      { type: 'test-moved', test: refused }
    )
    expect(ended.test).toBe(good)
  })

  it('shows neither a success nor, once it fails, results of another test for an edited form', () => {
    const test = { type: 'test-began' } as const
    const edit = { type: 'address-edited', field: 'imagesAddress', text: 'ftp://x' } as const
    const wrong = { failure: { code: 'address-invalid' }, group: 'images', field: 'imagesAddress' } as const
    expect(after(test, { type: 'test-ended', test: good }, edit).test).toBeNull()
    expect(after(test, edit, { type: 'test-ended', test: good }).test).toBeNull()
    const failed = [test, { type: 'test-ended', test: refused }, edit] as const
    expect(after(...failed).test).toBe(refused)
    expect(after(...failed, { type: 'problem-found', problem: wrong }).test).toBeNull()
  })

  it('revokes the consent to an unencrypted connection when its address changes', () => {
    const consent = { type: 'insecure-accepted' } as const
    expect(after(consent).isInsecureAccepted).toBe(true)
    expect(
      after(consent, { type: 'address-edited', field: 'imagesAddress', text: 'http://b' }).isInsecureAccepted
    ).toBe(false)
  })

  it('clears an input error when the address is edited, and keeps the service’s failure', () => {
    const edit = { type: 'address-edited', field: 'imagesAddress', text: 'https://b' } as const
    const found = (code: FailureCode) =>
      ({ type: 'problem-found', problem: { failure: { code }, group: 'images', field: 'imagesAddress' } }) as const
    expect(after(found('address-invalid'), edit).problem).toBeNull()
    expect(after(found('host-not-found'), edit).problem).not.toBeNull()
  })

  it('asks about the keychain instead of failing, and can be canceled', () => {
    const failure = { code: 'keychain-locked' } as const
    const question = after({ type: 'connect-began' }, { type: 'call-failed', failure })
    expect(question).toMatchObject({ phase: 'editing', keepFailure: failure, problem: null })
    expect(connectReducer(question, { type: 'keeping-called-off' }).keepFailure).toBeNull()
  })

  it('shows any other failure of a request', () => {
    const failed = after({ type: 'connect-began' }, { type: 'call-failed', failure: { code: 'disk-full' } })
    expect(failed).toMatchObject({ keepFailure: null, problem: { failure: { code: 'disk-full' }, field: null } })
  })
})

const statusOf = (state: GroupState, respondedAt: number | null = null): SyncStatus =>
  status({ images: groupStatus({ state, respondedAt }) })

it.each([
  ['idle', null, null],
  ['reading', null, null],
  ['reading', 5, 'answered'],
  ['up-to-date', 5, 'answered'],
  ['offline', null, 'later'],
  ['not-responding', null, 'later'],
  ['signed-out', null, 'answered'],
  ['stopped', null, 'answered']
] as const)('%s, last response at %s: %s', (state, respondedAt, word) => {
  expect(firstOutcome(statusOf(state, respondedAt))).toBe(word)
})

describe('the promise to connect later', () => {
  /** Returns how often it was shown after these statuses. */
  const callsAfter = (states: readonly (SyncStatus | null)[]): number => {
    const listeners = new Set<(status: SyncStatus | null) => void>()
    let calls = 0
    notifyIfLater(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => (calls += 1)
    )
    for (const state of states) for (const listener of listeners) listener(state)
    return calls
  }

  it('is shown once when nothing is reachable', () => {
    expect(callsAfter([null, statusOf('reading'), statusOf('offline'), statusOf('idle'), statusOf('offline')])).toBe(1)
  })

  it('is not shown when the service responds, nor when the network fails later', () => {
    expect(callsAfter([statusOf('reading'), statusOf('reading', 5), statusOf('offline', 5)])).toBe(0)
  })
})
