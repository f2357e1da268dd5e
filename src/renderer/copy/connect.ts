/** Words of the connect screen, and of the dialog that takes a new key. */
import type { TestLayer, TestMark } from '../../shared/connection.ts'
import type { Failure, FailureCode } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { listSentence } from './failures.ts'
import type { FailureSentence } from './failures.ts'

export const connectCopy = {
  title: 'Connect your library',
  lead: 'You’ll find the addresses and API key in your account on the service.',
  imagesAddress: 'Images service address',
  projectsAddress: 'Projects service address',
  key: 'API key',
  projectsKey: 'API key for projects',
  addressPlaceholder: 'https://',
  sameAsImages: 'Same as images',
  sameKey: 'Use the same key for projects',
  requestsGoTo: 'Requests go to',
  movedTo: 'Redirected to',
  notEncrypted: 'Not encrypted. Anyone on the network could read your key.',
  insecureAnyway: 'Use anyway',
  acceptedInsecure: 'Not encrypted. You allowed this.',
  show: 'Show',
  hide: 'Hide',
  check: 'Check',
  testing: 'Testing the connection…',
  test: 'Test connection',
  testAgain: 'Test again',
  connect: 'Connect',
  connecting: 'Connecting…',
  bothReady: 'Everything works. Connect to open your library.',
  imagesReady: 'Images are connected.',
  savedForLater: 'Saved. Proofsheet will connect when you’re online.'
} as const

export const groupLabel: Readonly<Record<Group, string>> = { images: 'Images', projects: 'Projects' }

export const layerLabel: Readonly<Record<TestLayer, string>> = {
  address: 'Address found',
  secure: 'Secure connection',
  service: 'Service responded',
  key: 'Key accepted',
  readable: 'Library readable'
}

export const markLabel: Readonly<Record<TestMark, string>> = {
  pending: 'not tested yet',
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped'
}

const CONNECT_ANYWAY = 'Test again in a moment, or connect now. Proofsheet saves the connection and keeps trying.'

/** Nothing tries again by itself while a connection is only tested. */
const testBodies: Readonly<Partial<Record<FailureCode, string>>> = {
  offline: 'Test again when you’re online, or connect now. Proofsheet saves the connection and keeps trying.',
  'timed-out': CONNECT_ANYWAY,
  'connection-lost': CONNECT_ANYWAY,
  'rate-limited': CONNECT_ANYWAY,
  'service-trouble': `It’s not your fault. ${CONNECT_ANYWAY}`
}

/** What is said when a test of the connection fails. */
export function testSentence(failure: Failure, group: Group): FailureSentence {
  const sentence = listSentence(failure, group)
  return { ...sentence, body: testBodies[failure.code] ?? sentence.body }
}

export const keychainCopy = {
  keepUntilQuit: 'Keep until quit',
  tryAgain: 'Try again',
  cancel: 'Cancel'
} as const

export const newKeyCopy = {
  title: { images: 'Enter a new key for images', projects: 'Enter a new key for projects' } satisfies Record<
    Group,
    string
  >,
  titleShared: 'Enter a new key',
  lead: 'Your changes are saved on this computer and will be sent once the key works.',
  save: 'Save key',
  saving: 'Saving…',
  cancel: 'Cancel'
} as const
