/**
 * What is said for each expected failure: a headline without codes or blame, and what it means or what happens next.
 * The map is complete by type: a new code without a sentence does not compile.
 */
import type { Failure, FailureCode } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { formatCount, plural } from '../format.ts'
import { changesText, firstUpdateCopy } from './first-updates.ts'
import { waitText } from './time.ts'

export interface FailureSentence {
  /** Without a full stop: it may be a title. */
  readonly headline: string
  readonly body: string
}

/** Names that others gave are set apart, so that their direction and length change nothing around them. */
const named = (name: string): string => `“\u2068${name}\u2069”`

/** What the sentence is about: a group of the service, or the library as a whole. */
export type FailureSubject = Group | 'library'

type Sentence = (failure: Failure, subject: FailureSubject) => FailureSentence

const say =
  (headline: string, body: string): Sentence =>
  () => ({ headline, body })

/** The service at the start of a sentence. */
const service: Readonly<Record<FailureSubject, string>> = {
  images: 'The images service',
  projects: 'The projects service',
  library: 'The service'
}

const host = (failure: Failure): string => failure.host ?? 'the service'
const quoted = (text: string | undefined): string => (text ? `“${text}”` : '')
const TRY_AGAIN = 'Proofsheet will try again automatically. You can keep working.'

/** What it rejected is what was sent along, not what the user asked for. */
export const isAboutResults = ({ fields }: Failure): boolean => fields !== undefined && 'results' in fields

/** What the service said in its own words, in quotation marks; '' for nothing. */
export const saidText = (failure: Failure): string => quoted(fieldTexts(failure) || failure.detail)

function fieldTexts(failure: Failure): string {
  return Object.values(failure.fields ?? {})
    .flat()
    .join(' ')
}

const choicesText = (count: number): string =>
  count === 0
    ? 'Several on the service match.'
    : plural(count, { one: '1 on the service matches.', other: `${formatCount(count)} on the service match.` })

function unauthorized(_failure: Failure, subject: FailureSubject): FailureSentence {
  const body = {
    images: 'It may be mistyped, expired or replaced.',
    projects: 'It may be mistyped or expired, or projects may need their own key.',
    library: 'It may be mistyped, expired or replaced. Your changes are safe and stay pending.'
  }
  return { headline: `${service[subject]} didn’t accept your key`, body: body[subject] }
}

function notUnderstood({ missing }: Failure, subject: FailureSubject): FailureSentence {
  const one = subject === 'projects' ? 'project' : 'image'
  if (missing === 'list') {
    return {
      headline: `${service[subject]}’s response contains no list of ${one}s`,
      body: `Proofsheet looks for it in “data”, “items”, “results” or “${one}s”, or at the top level.`
    }
  }
  if (missing === 'record') {
    return {
      headline: `${service[subject]}’s response contains no ${one}`,
      body: `Proofsheet expects ${one === 'project' ? 'a project' : 'an image'} with an “id” in “data”, “${one}”, “item” or “result”, or at the top level.`
    }
  }
  const body = 'Proofsheet may be out of date, or the service may have changed.'
  return { headline: 'Unexpected response from the service', body }
}

const sentences: Readonly<Record<FailureCode, Sentence>> = {
  'address-invalid': say('That doesn’t look like a web address', 'Start it with https://'),
  'address-has-password': say(
    'This address contains a user name or password',
    'Enter the address alone. The key has its own field.'
  ),
  'address-insecure': say('This address isn’t encrypted', 'Anyone on the network could read your key.'),
  'key-missing': say('Enter your API key', 'You will find it in your account on the service.'),
  'key-malformed': say(
    'That doesn’t look like a key',
    'A key has 8 to 512 letters, digits, or symbols, and no spaces.'
  ),
  'arguments-invalid': say(
    'Something went wrong',
    'Proofsheet made an invalid request. Try again, or restart Proofsheet.'
  ),

  offline: say('You’re offline', 'Everything you do is saved here and sent later.'),
  'host-not-found': (failure) => ({
    headline: `Can’t find ${host(failure)}`,
    body: 'Check the spelling, or your connection.'
  }),
  'connection-refused': (failure) => ({
    headline: `${host(failure)} isn’t responding`,
    body: 'The service may be down, or the port may be wrong.'
  }),
  'host-unreachable': (failure) => ({
    headline: `Can’t reach ${host(failure)} from this network`,
    body: 'Check your connection. The service may require a company network or VPN.'
  }),
  'tls-untrusted': (failure) => ({
    headline: `Can’t verify the identity of ${host(failure)}`,
    body: 'Its certificate isn’t trusted on this computer. If your company runs it, ask your administrator to install its certificate.'
  }),
  'tls-expired': (failure) => ({
    headline: `The certificate of ${host(failure)} has expired`,
    body: 'Your key wasn’t sent. Check your computer’s clock too.'
  }),
  'tls-wrong-name': (failure) => ({
    headline: `The certificate of ${host(failure)} is for a different name`,
    body: 'Your key wasn’t sent. Check the spelling of the address.'
  }),
  'tls-failed': (failure) => ({
    headline: `Can’t make a secure connection to ${host(failure)}`,
    body: 'Your key wasn’t sent.'
  }),
  'proxy-failed': say('The network proxy refused the connection', 'Check the proxy settings of this computer.'),

  'timed-out': say('The service is taking too long to respond', TRY_AGAIN),
  'connection-lost': say('The connection was lost', TRY_AGAIN),
  'answer-too-large': say(
    'The response is too large for an item list',
    'Check that this is the address of an image service.'
  ),

  unauthorized,
  forbidden: say('Your key doesn’t have permission', 'It may be read-only, or have no access here.'),
  blocked: (failure) => ({
    headline: `Access to ${host(failure)} is blocked`,
    body: 'A firewall or sign-in page responded instead of the service.'
  }),
  'not-found': say(
    'This item is no longer on the service',
    'It was deleted, or your key can no longer see it. Your copy is kept here.'
  ),
  'wrong-address': (_failure, subject) => ({
    headline:
      subject === 'projects'
        ? 'There is no project service at this address'
        : 'There is no image service at this address',
    body: 'The server responded, but not with a library. Check the path.'
  }),
  'method-refused': (_failure, subject) => ({
    headline: `${service[subject]} doesn’t allow this kind of change`,
    body: 'It may be an older version, or changes may be turned off.'
  }),
  redirected: (failure) => ({
    headline: `${host(failure)} redirects to ${failure.location ?? 'another address'}`,
    body: 'Your key won’t be sent there without your OK. If you trust it, use that address instead.'
  }),
  'refused-fields': (failure) => ({
    headline: isAboutResults(failure)
      ? 'The service rejected the results sent with this change'
      : 'The service rejected this change',
    body: saidText(failure)
  }),
  refused: (failure) => ({ headline: 'The service rejected this change', body: quoted(failure.detail) }),
  'rate-limited': (failure) => ({
    headline: 'Rate limit reached',
    body: failure.retryAfterMs
      ? `Sync resumes automatically in ${waitText(failure.retryAfterMs)}. Nothing is lost.`
      : 'Sync resumes automatically. Nothing is lost.'
  }),
  'service-trouble': say(
    'The service is having problems',
    'It’s not your fault, and nothing is lost. Proofsheet will try again automatically.'
  ),
  'not-json': ({ host: answered }) => ({
    headline: 'Received a web page instead of your library',
    body: `It’s usually a sign-in page, a proxy, or a wrong address.${answered ? ` It came from ${answered}.` : ''}`
  }),
  'not-understood': notUnderstood,
  'not-taken': say(
    'The service accepted the change but kept the old value',
    'Your change is kept here. Retry it, or check the item on the service.'
  ),

  'changed-more': ({ changes = [] }) => ({
    headline: firstUpdateCopy.changedMore,
    body: `Your change was made. ${changesText(changes)}`.trim()
  }),

  'name-changed': ({ theirs }) => ({
    headline: 'This item changed elsewhere',
    body: `${theirs ? `The service has ${named(theirs)}. ` : ''}Both names are kept until you choose.`
  }),
  'create-not-found': say(
    'Can’t find this image on the service',
    'It was sent without a response and hasn’t appeared since. Sending it again may charge you twice.'
  ),
  'create-ambiguous': ({ choices }) => ({
    headline:
      choices?.length === 1 ? 'An image on the service may be yours' : 'Several images on the service may be yours',
    body: `It was sent without a response. ${choicesText(choices?.length ?? 0)} Choose yours to avoid a duplicate.`
  }),
  'project-still-there': (failure) => ({
    headline: 'The project is still there',
    body:
      failure.status !== undefined
        ? 'The service lists this project but can’t find it by name. Delete it on the service.'
        : 'The service never confirmed the deletion. It won’t be sent again unless you choose Retry.'
  }),
  'project-others-gone': ({ others = [] }) => ({
    headline: 'Other projects are missing',
    body: `This project was deleted by its ID. These projects are also missing: ${others.map(named).join(', ')}. Proofsheet won’t delete by ID again. Check your projects on the service.`
  }),
  'no-key-of-owner': say(
    'This change was made with another key',
    'Changes from one account are never sent with another account’s key. Enter the key you used before.'
  ),

  'owner-unclear': say(
    'Is this key for the same account?',
    'Pending changes were made with another key, and nothing here identifies the account of this one. They’re sent only if both keys belong to the same account.'
  ),

  'keychain-unavailable': say(
    'No keychain on this computer',
    'Proofsheet can keep your key until you quit. You’ll need to enter it again next time.'
  ),
  'keychain-locked': say('Your keychain is locked', 'Unlock it and try again, or keep the key only until you quit.'),
  'keychain-denied': say(
    'Keychain access denied',
    'Allow Proofsheet there and try again, or keep the key only until you quit.'
  ),
  'keychain-timed-out': say(
    'The keychain isn’t responding',
    'It may be waiting for a password in another window. Proofsheet can keep your key until you quit.'
  ),
  'no-connection': say('Not connected yet', 'Enter the addresses and the key of your service.'),
  'library-locked': say(
    'The library is already open',
    'Another copy of Proofsheet is using it. Switch to that window.'
  ),
  'library-damaged': say(
    'Your library file is damaged',
    'Proofsheet hasn’t changed it. Everything synced is safe on the service and can be loaded again.'
  ),
  'library-newer': say(
    'This library was made by a newer version',
    'Update Proofsheet to open it. The file hasn’t been changed.'
  ),
  'disk-full': say(
    'Your disk is full',
    'Earlier changes are saved; your last one isn’t. Free some space, then do it again.'
  ),
  'disk-read-only': say(
    'Can’t write to this disk',
    'Changes can’t be saved until Proofsheet can write to the library folder. Earlier changes are safe.'
  ),
  'unknown-view': say('This view is out of date', 'Choose it again to reload it.'),
  'unknown-selection': say('This selection is out of date', 'Select again; nothing was sent.'),
  'unknown-batch': say('This batch is no longer available', 'It may have been cleared from the history.'),
  'unknown-record': say('This item is no longer in the library', 'It may no longer be on the service.'),
  cancelled: say('Stopped', 'Nothing was sent.'),
  internal: say('Something went wrong', 'Your changes are saved. If it happens again, restart Proofsheet.')
}

/** The sentence for a failure, about one group or about the library as a whole. */
export function failureSentence(failure: Failure, subject: FailureSubject): FailureSentence {
  return sentences[failure.code](failure, subject)
}

/** Codes that mean something else of a whole list than of one record. */
const LIST_REFUSALS: ReadonlySet<FailureCode> = new Set(['refused-fields', 'refused', 'not-taken', 'method-refused'])

/** Said of a whole group: none of the records here is among those that the key reads. */
const OTHER_ACCOUNT: FailureSentence = {
  headline: 'This key seems to belong to another account',
  body: 'It can’t see any item in this library. Pending changes were made with another key and are never sent with this one. Enter that key, or discard them.'
}

/** The sentence for a group whose list could not be read: it is about no record and no change. */
export function listSentence(failure: Failure, group: Group): FailureSentence {
  if (failure.code === 'not-found') return failureSentence({ ...failure, code: 'wrong-address' }, group)
  if (failure.code === 'no-key-of-owner') return OTHER_ACCOUNT
  if (!LIST_REFUSALS.has(failure.code)) return failureSentence(failure, group)
  const said = saidText(failure)
  return {
    headline: `${service[group]} rejected the list request`,
    body: `${said ? `It said ${said}. ` : ''}Your library is unchanged, and your changes stay pending.`
  }
}

/** A headline that begins a line of text; a question keeps its own mark. */
export function asSentence(headline: string): string {
  return headline.endsWith('?') ? headline : `${headline}.`
}

/** Headline and body as one line of text, for the place under a field. */
export function failureText(failure: Failure, subject: FailureSubject): string {
  const { headline, body } = failureSentence(failure, subject)
  return `${asSentence(headline)} ${body}`
}
