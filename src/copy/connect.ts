/** Words of the connect screen, and of the dialog that takes a new key. */
import type { TestLayer, TestMark } from '../shared/connection.ts'
import type { Failure } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'
import { failureRows } from './failure-rows.ts'
import type { FailureSentence } from './failure-words.ts'
import { listSentence } from './failures.ts'

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

/** What is said when a test of the connection fails. */
export function testSentence(failure: Failure, group: Group): FailureSentence {
  const sentence = listSentence(failure, group)
  return { ...sentence, body: failureRows[failure.code].testing ?? sentence.body }
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

// Words of the sample library: made-up records that nobody has to connect to.

export const sampleCopy = {
  explore: 'Explore a sample library',
  opening: 'Opening the sample…',
  badge: 'Sample library',
  badgeHint: 'Sample images. Nothing is sent to a service.',
  name: 'Sample library',
  /** Where there is room for one word only. */
  short: 'Sample',
  about: 'Sample images',
  leave: 'Leave',
  leaveLabel: 'Leave the sample library',
  windowTitle: 'Proofsheet, sample library'
} as const
