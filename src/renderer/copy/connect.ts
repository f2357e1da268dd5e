/** Words of the connect screen, and of the dialog that takes a new key. */
import type { TestLayer, TestMark } from '../../shared/connection.ts'
import type { Failure, FailureCode } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { listSentence } from './failures.ts'
import type { FailureSentence } from './failures.ts'

export const connectCopy = {
  title: 'Connect your library',
  lead: 'Addresses and key are in your account on the service.',
  imagesAddress: 'Images service address',
  projectsAddress: 'Projects service address',
  key: 'API key',
  projectsKey: 'API key for projects',
  addressPlaceholder: 'https://',
  sameAsImages: 'Same as images',
  sameKey: 'Use the same key for projects',
  weWillCall: 'We will call',
  movedTo: 'Answered from',
  notEncrypted: 'Not encrypted. Anyone on the network could read your key.',
  insecureAnyway: 'Use anyway',
  acceptedInsecure: 'Not encrypted, as you chose.',
  show: 'Show',
  hide: 'Hide',
  check: 'Check',
  testing: 'Testing the connection…',
  test: 'Test connection',
  testAgain: 'Test again',
  connect: 'Connect',
  connecting: 'Connecting…',
  bothReady: 'Everything is ready. Connect to open your library.',
  imagesReady: 'Images are ready.',
  savedForLater: 'Saved. We will connect when you are online.'
} as const

export const groupLabel: Readonly<Record<Group, string>> = { images: 'Images', projects: 'Projects' }

export const layerLabel: Readonly<Record<TestLayer, string>> = {
  address: 'Address found',
  secure: 'Secure connection',
  service: 'Service answered',
  key: 'Key accepted',
  readable: 'Library readable'
}

export const markLabel: Readonly<Record<TestMark, string>> = {
  pending: 'not yet',
  passed: 'passed',
  failed: 'failed',
  skipped: 'not tried'
}

const CONNECT_ANYWAY = 'Test again in a moment, or connect: we save it and try by ourselves.'

/** Nothing tries again by itself while a connection is only tested. */
const testBodies: Readonly<Partial<Record<FailureCode, string>>> = {
  offline: 'Test again when you are online, or connect: we save it and try by ourselves.',
  'timed-out': CONNECT_ANYWAY,
  'connection-lost': CONNECT_ANYWAY,
  'rate-limited': CONNECT_ANYWAY,
  'service-trouble': 'Not your fault. Test again in a moment, or connect: we save it and try by ourselves.'
}

/** What is said when a test of the connection fails. */
export function testSentence(failure: Failure, group: Group): FailureSentence {
  const sentence = listSentence(failure, group)
  return { ...sentence, body: testBodies[failure.code] ?? sentence.body }
}

export const keychainCopy = {
  keepUntilQuit: 'Keep until I quit',
  tryAgain: 'Try again',
  cancel: 'Cancel'
} as const

export const newKeyCopy = {
  title: { images: 'Enter a new key for images', projects: 'Enter a new key for projects' } satisfies Record<
    Group,
    string
  >,
  titleShared: 'Enter a new key',
  lead: 'Your changes are saved here and go out as soon as the key works.',
  save: 'Save key',
  saving: 'Saving…',
  cancel: 'Cancel'
} as const
