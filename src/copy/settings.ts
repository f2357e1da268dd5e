/** Words of the settings. */
import type { GroupConnection } from '../shared/connection.ts'
import { MAX_PICTURE_HOSTS } from '../shared/preferences.ts'
import type { Group } from '../shared/sync-status.ts'
import { formatCount, plural } from './format.ts'
import { momentText } from './time.ts'

export const settingsCopy = {
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
  hostInvalid: 'Enter a host name, such as nas.fritz.box.',
  hostsFull: `You can allow up to ${formatCount(MAX_PICTURE_HOSTS)} hosts. Remove one first.`,
  allowHost: 'Allow',
  removeHost: 'Remove',
  sample: 'The sample library is served by Proofsheet itself. It has no address and no key.',
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
  copied: 'Report copied'
} as const

/** Name of a button that each group or host has once. */
export const ofGroup = (label: string, group: string): string => `${label} ${group}`

/** "Saved today at 10:42", and where it is not to be had. `now` in ms since epoch. */
export function keyText({ key, keySavedAt }: GroupConnection, now: number): string {
  const saved = keySavedAt === null ? 'Saved' : `Saved ${momentText(keySavedAt, now)}`
  if (key === 'absent') return 'None'
  if (key === 'session')
    return keySavedAt === null ? 'Kept until you quit' : `Entered ${momentText(keySavedAt, now)}, kept until you quit`
  return key === 'stored' ? saved : `${saved}; the keychain can’t provide it right now`
}

const services: Readonly<Record<Group, string>> = { images: 'images', projects: 'projects' }

/** While a diagnosis goes on: whom it asks, and how many answers there are. */
export function askingText(group: Group, answers: number): string {
  const count = plural(answers, { one: '1 answer so far', other: `${formatCount(answers)} answers so far` })
  return `Checking the ${services[group]} service… ${count}.`
}
