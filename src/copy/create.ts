/** Words of the create form, and of images that are on their way to the service. */
import type { Look, RecordStage } from '../shared/image.ts'
import type { SendTime } from '../shared/said.ts'
import { formatCount, formatTime, plural } from './format.ts'
import { lookLabel } from './looks.ts'

export const createCopy = {
  newImage: 'New image',
  changeImage: 'Edit image',
  close: 'Close',
  required: 'required',
  optional: 'optional',
  keepOpen: 'Keep open',
  cancel: 'Cancel',
  create: 'Create',
  createLater: 'Create when online',
  send: 'Send',
  sendLater: 'Send when online',
  clearDraft: 'Clear draft',
  restoreAside: 'Restore previous draft',
  none: 'None',
  findValue: 'Search',
  noValue: 'No matches',
  show: 'Show',
  showAll: 'Show all images',
  sentMeanwhile: 'This image has already been sent. Your edits are kept here. Sending them creates a new image.'
} as const

type FieldName = Look | 'name' | 'description'

export const fieldLabel: Readonly<Record<FieldName, string>> = {
  name: 'Name',
  description: 'Prompt',
  ...lookLabel
}

const missingTexts: Readonly<Record<'name' | 'description' | 'resolution', string>> = {
  name: 'Enter a name',
  description: 'Enter a prompt',
  resolution: 'Choose a resolution'
}

/** Under a required field that is empty. */
export function missingText(field: FieldName): string {
  return field === 'name' || field === 'description' || field === 'resolution' ? missingTexts[field] : ''
}

/** Under a field that the service refused, in its words. A value of a list can only be left for another. */
export function refusedText(field: FieldName, text: string): string {
  return field === 'name' || field === 'description' ? text : `${text} Choose another value.`
}

/** In front of the links to the fields that need a look. */
export function problemsHeading(count: number): string {
  return plural(count, { one: 'Fix 1 field:', other: `Fix ${formatCount(count)} fields:` })
}

export function draftSaved(at: number): string {
  return `Draft saved ${formatTime(at)}`
}

/** "24 characters" beside a field. No limit: the service alone knows it, and tells it when it refuses. */
export function lengthText(length: number): string {
  return plural(length, { one: '1 character', other: `${formatCount(length)} characters` })
}

/** Said when the form has handed one over. */
export function madeText(name: string, time: SendTime): string {
  return `“${name}” ${madeTexts[time]}`
}

const madeTexts: Readonly<Record<SendTime, string>> = {
  now: 'is being created',
  later: 'is saved and will be created later',
  'when-reached': 'will be created once the service responds'
}

export function madeElsewhere(name: string): string {
  return `“${name}” was added but is hidden by your filters`
}

/** Nothing is made or looked up while the service cannot be reached. */
const stagesOutOfReach: Readonly<Partial<Record<RecordStage, string>>> = {
  'create-sending': 'Sent, not confirmed',
  'create-checking': 'Sent, not confirmed'
}

/** In place of a tile's second line. */
export function stageText(stage: RecordStage, time: SendTime): string {
  return (time === 'when-reached' ? stagesOutOfReach[stage] : undefined) ?? stageTexts[stage]
}

const stageTexts: Readonly<Record<RecordStage, string>> = {
  'create-waiting': 'Pending',
  'create-sending': 'Creating…',
  'create-checking': 'Checking',
  'create-asks': 'Needs attention',
  'delete-waiting': 'Will be deleted'
}
