/** Words of the foot of the sidebar, and of the questions about a group's address and key. */
import type { Group } from '../shared/sync-status.ts'

const service: Readonly<Record<Group, string>> = { images: 'images', projects: 'projects' }

export const connectionCopy = {
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
  noKey: 'no key'
} as const

export function editAddressTitle(group: Group): string {
  return `Edit ${service[group]} service address`
}

export function movedTitle(group: Group): string {
  return `The ${service[group]} service says it has moved`
}

/** Said before a key goes to another host than the one it was given for. */
export function keyGoesToText(host: string): string {
  return `Your key will be sent to ${host} from now on. Continue only if you trust who runs it.`
}

/** The button that says so with the host's name. */
export function trustHostLabel(host: string): string {
  return `Use ${host}`
}

export function removeKeyTitle(group: Group): string {
  return `Remove the key for ${service[group]}?`
}

/** Title of a group's part of the menu: its name, its host, its state. */
export function groupTitle(label: string, host: string, word: string): string {
  return `${label} · ${host} · ${word}`
}

/** A second line of the foot, when the two groups are not in one state. */
export function projectsLine(word: string): string {
  return `Projects: ${word}`
}

/** Said when a key is refused although none was ever accepted in this run. */
export const HEADER_HINT =
  'If no key works, a web server or proxy may be removing the Authorization header. Ask your administrator.'

export const keyStateCopy = {
  denied: 'Keychain access denied',
  deniedBody: 'Allow Proofsheet to use the keychain to sync. You can keep working offline.',
  silent: 'The keychain isn’t responding',
  silentBody: 'It may be waiting for a password in another window. You can keep working offline.',
  askAgain: 'Try again',
  unlock: 'Unlock'
} as const
