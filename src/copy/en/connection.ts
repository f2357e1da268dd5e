/** Connecting, keys and addresses, the settings, and the sample library that nobody has to connect to. */
import type { TestLayer, TestStepStatus } from '../../shared/connection.ts'
import type { Group } from '../../shared/sync-status.ts'
import { formatCount, plural } from '../format.ts'

export const connect = {
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
  savedForLater: 'Saved. Proofsheet will connect when you’re online.',
  groups: { images: 'Images', projects: 'Projects' } satisfies Record<Group, string>,
  layers: {
    address: 'Address found',
    secure: 'Secure connection',
    service: 'Service responded',
    key: 'Key accepted',
    readable: 'Library readable'
  } satisfies Record<TestLayer, string>,
  marks: {
    pending: 'not tested yet',
    passed: 'passed',
    failed: 'failed',
    skipped: 'skipped'
  } satisfies Record<TestStepStatus, string>
}

export const newKey = {
  title: { images: 'Enter a new key for images', projects: 'Enter a new key for projects' } satisfies Record<
    Group,
    string
  >,
  titleShared: 'Enter a new key',
  lead: 'Your changes are saved on this computer and will be sent once the key works.',
  save: 'Save key',
  saving: 'Saving…',
  cancel: 'Cancel'
}

export const keychain = {
  keepUntilQuit: 'Keep until quit',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  denied: 'Keychain access denied',
  deniedBody: 'To sync, allow Proofsheet to use the keychain. You can keep working offline.',
  silent: 'The keychain isn’t responding',
  silentBody: 'It may be waiting for a password in another window. You can keep working offline.',
  askAgain: 'Try again',
  unlock: 'Unlock'
}

export const sample = {
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
}

/** Foot of the sidebar, and the questions about a group's address and key. */
export const connection = {
  editAddress: 'Edit address…',
  enterKey: 'Enter new key…',
  removeKey: 'Remove key…',
  cancel: 'Cancel',
  save: 'Save address',
  saving: 'Saving…',
  requestsGoTo: 'Requests go to',
  address: 'Address',
  insecure: 'This address isn’t encrypted. Anyone on the network could read your key.',
  useAnyway: 'Use anyway',
  sameAddress: 'This address is already in use.',
  remove: 'Remove key',
  removeLead: 'Sync stops until you enter a key. Your changes stay on this computer.',
  removeShared: 'Images and projects share this key, so both stop syncing.',
  noKey: 'no key',
  editTitle: { images: 'Edit images service address', projects: 'Edit projects service address' } satisfies Record<
    Group,
    string
  >,
  movedTitle: {
    images: 'The images service says it has moved',
    projects: 'The projects service says it has moved'
  } satisfies Record<Group, string>,
  removeTitle: { images: 'Remove the key for images?', projects: 'Remove the key for projects?' } satisfies Record<
    Group,
    string
  >,
  /** Said before a key goes to another host than the one it was given for. */
  keyGoesTo: (host: string) => `Your key will be sent to ${host} from now on. Continue only if you trust who runs it.`,
  useHost: (host: string) => `Use ${host}`,
  projectsLine: (state: string) => `Projects: ${state}`,
  footer: (name: string, state: string) => `${name}: ${state}`
}

export const settings = {
  title: 'Settings',
  open: 'Settings…',
  close: 'Close',
  connection: 'Connection',
  address: 'Address',
  key: 'Key',
  editAddress: 'Edit address…',
  replaceKey: 'Replace key…',
  enterKey: 'Enter key…',
  removeKey: 'Remove key…',
  hosts: 'Allow previews from',
  hostsLead: 'Previews on a private network load only if the service is on one too, or if you allow their host.',
  host: 'Host name',
  hostInvalid: 'Enter a host name, such as nas.local.',
  hostsFull: (most: number) => `You can allow up to ${formatCount(most)} hosts. Remove one first.`,
  allowHost: 'Allow',
  removeHost: 'Remove',
  sample: 'The sample library is built into Proofsheet. It has no address and no key.',
  language: 'Language',
  languageLead: 'For the window, menus, and dialogs. Numbers and dates follow it.',
  languageOfSystem: 'System default',
  pace: 'Request rate',
  paceLead: 'Full uses the whole rate limit. Half leaves the rest for other apps that use the same key.',
  paceFull: 'Full',
  paceShare: 'Half',
  service: 'Service',
  diagnoseLead: 'Checks whether Proofsheet works with this service. Nothing is changed on it.',
  diagnose: 'Diagnose this service',
  diagnoseAgain: 'Diagnose again',
  stop: 'Stop',
  stopped: 'Stopped before all checks finished.',
  copy: 'Copy report',
  copied: 'Report copied',
  /** Name of a button that each group or host has once. */
  ofGroup: (label: string, group: string) => `${label} ${group}`,
  noKey: 'None',
  /** `time`: `null` where it is unknown. */
  saved: (time: string | null) => (time === null ? 'Saved' : `Saved ${time}`),
  untilQuit: (time: string | null) => (time === null ? 'Kept until you quit' : `Entered ${time} · kept until you quit`),
  notAvailable: (saved: string) => `${saved} · the keychain can’t provide it right now`,
  checking: { images: 'Checking the images service…', projects: 'Checking the projects service…' } satisfies Record<
    Group,
    string
  >,
  answers: (count: number) => plural(count, { one: '1 check done.', other: '# checks done.' })
}
