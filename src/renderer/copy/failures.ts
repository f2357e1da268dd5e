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
const TRY_AGAIN = 'We’ll try again by ourselves. You can keep working.'

/** What it refused is what we sent along, not what the person asked for. */
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
    projects: 'It may be mistyped or expired, or projects want a key of their own.',
    library: 'It may be mistyped, expired or replaced. Your changes are safe and will wait.'
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
  const body = 'The app may be too old for it, or the service changed.'
  return { headline: 'The service answered in a way we don’t understand', body }
}

const sentences: Readonly<Record<FailureCode, Sentence>> = {
  'address-invalid': say('That doesn’t look like a web address', 'It should start with https://'),
  'address-has-password': say(
    'This address holds a user name or password',
    'Enter the address alone; the key has a field of its own.'
  ),
  'address-insecure': say('This address isn’t encrypted', 'Anyone on the network could read your key.'),
  'key-missing': say('Enter your API key', 'You will find it in your account on the service.'),
  'key-malformed': say(
    'That doesn’t look like a key',
    'A key has 8 to 512 letters, digits or signs, and no spaces inside.'
  ),
  'arguments-invalid': say('That didn’t work', 'The app asked its library for something it doesn’t know.'),

  offline: say('You’re offline', 'Everything you do is saved here and sent later.'),
  'host-not-found': (failure) => ({
    headline: `We can’t find ${host(failure)}`,
    body: 'Check the spelling, or your connection.'
  }),
  'connection-refused': (failure) => ({
    headline: `Nothing answers at ${host(failure)}`,
    body: 'The service may be down, or the address may need another port.'
  }),
  'host-unreachable': (failure) => ({
    headline: `We can’t reach ${host(failure)} from this network`,
    body: 'Check your connection, or whether the service needs a company network.'
  }),
  'tls-untrusted': (failure) => ({
    headline: `We can’t confirm who runs ${host(failure)}`,
    body: 'Its certificate isn’t trusted on this computer. If your company runs it, ask them to install their certificate.'
  }),
  'tls-expired': (failure) => ({
    headline: `The certificate of ${host(failure)} has expired`,
    body: 'We didn’t send your key. Check your computer’s clock too.'
  }),
  'tls-wrong-name': (failure) => ({
    headline: `The certificate of ${host(failure)} is for another name`,
    body: 'We didn’t send your key. Check the spelling of the address.'
  }),
  'tls-failed': (failure) => ({
    headline: `We couldn’t make a secure connection to ${host(failure)}`,
    body: 'We didn’t send your key.'
  }),
  'proxy-failed': say('The proxy of this network didn’t let us through', 'Check the proxy settings of this computer.'),

  'timed-out': say('The service is taking too long', TRY_AGAIN),
  'connection-lost': say('The connection broke off', TRY_AGAIN),
  'answer-too-large': say(
    'The answer was larger than a list should be',
    'Check that this is the address of an image service.'
  ),

  unauthorized,
  forbidden: say('Your key can’t do this', 'It can read but not change these records, or has no access here.'),
  blocked: (failure) => ({
    headline: `Something in front of ${host(failure)} blocks us`,
    body: 'A firewall or sign-in page answered instead of the service.'
  }),
  'not-found': say(
    'This record is gone from the service',
    'It was deleted, or your key can’t see it any more. Your copy is still here.'
  ),
  'wrong-address': (_failure, subject) => ({
    headline:
      subject === 'projects'
        ? 'There is no project service at this address'
        : 'There is no image service at this address',
    body: 'The server answered, but not with a library. Check the path.'
  }),
  'method-refused': (_failure, subject) => ({
    headline: `${service[subject]} doesn’t take this kind of change`,
    body: 'It may be an older version, or changes are switched off.'
  }),
  redirected: (failure) => ({
    headline: `${host(failure)} sends us to ${failure.location ?? 'another address'}`,
    body: 'We won’t pass your key there without you. If you trust it, enter that address instead.'
  }),
  'refused-fields': (failure) => ({
    headline: isAboutResults(failure)
      ? 'The service refused what we know of this record'
      : 'The service refused this change',
    body: saidText(failure)
  }),
  refused: (failure) => ({ headline: 'The service refused this change', body: quoted(failure.detail) }),
  'rate-limited': (failure) => ({
    headline: 'The service asked us to slow down',
    body: failure.retryAfterMs
      ? `We’ll continue by ourselves in ${waitText(failure.retryAfterMs)}. Nothing is lost.`
      : 'We’ll continue by ourselves. Nothing is lost.'
  }),
  'service-trouble': say(
    'The service has a problem',
    'Not your fault, and nothing is lost. We’ll try again by ourselves.'
  ),
  'not-json': ({ host: answered }) => ({
    headline: 'This network shows a web page instead of your library',
    body: `Usually a sign-in page, a proxy, or a wrong address.${answered ? ` It came from ${answered}.` : ''}`
  }),
  'not-understood': notUnderstood,
  'not-taken': say(
    'The service said yes but kept its old value',
    'The change waits here; try it again, or look at the record on the service.'
  ),

  'changed-more': ({ changes = [] }) => ({
    headline: firstUpdateCopy.changedMore,
    body: `What you asked for was done. ${changesText(changes)}`.trim()
  }),

  'name-changed': ({ theirs }) => ({
    headline: 'This record changed elsewhere',
    body: `${theirs ? `It is called ${named(theirs)} there. ` : ''}Yours and theirs are both kept until you choose.`
  }),
  'create-not-found': say(
    'We can’t find this image on the service',
    'We sent it and got no answer, and it has not come up since. To send it again may be charged twice.'
  ),
  'create-ambiguous': ({ choices }) => ({
    headline: choices?.length === 1 ? 'An image there could be this one' : 'More than one image could be this one',
    body: `We sent it and got no answer. ${choicesText(choices?.length ?? 0)} Choose yours, so that nothing is made twice.`
  }),
  'project-still-there': (failure) => ({
    headline: 'The project is still there',
    body:
      failure.status !== undefined
        ? 'The service lists this project but can’t find it by name. Delete it on the service.'
        : 'We asked the service to delete it and got no answer. We won’t ask again without you.'
  }),
  'project-others-gone': ({ others = [] }) => ({
    headline: 'Other projects are missing',
    body: `This project was deleted by its ID. These projects are also missing: ${others.map(named).join(', ')}. Proofsheet won’t delete by ID again. Check your projects on the service.`
  }),
  'no-key-of-owner': say(
    'This change was made with another key',
    'What belongs to one account is never sent with the key of another. Enter the key that was used before.'
  ),

  'owner-unclear': say(
    'Same account as before?',
    'What waits was made with another key, and no record here tells whose this one is. It is sent only if both are of one account.'
  ),

  'keychain-unavailable': say(
    'This computer has no key store',
    'We can keep your key until you quit. You would enter it again next time.'
  ),
  'keychain-locked': say('Your key store is locked', 'Unlock it and try again, or let us keep the key until you quit.'),
  'keychain-denied': say(
    'The key store didn’t let us in',
    'Allow Proofsheet there and try again, or let us keep the key until you quit.'
  ),
  'keychain-timed-out': say(
    'The key store didn’t answer',
    'It may be waiting for a password in another window. We can keep your key until you quit.'
  ),
  'no-connection': say('Not connected yet', 'Enter the addresses and the key of your service.'),
  'library-locked': say(
    'The library is already open',
    'Another copy of Proofsheet is using it. Show that window instead.'
  ),
  'library-damaged': say(
    'Your library file is damaged',
    'We have not changed it. The records are safe on the service, and can be read from there again.'
  ),
  'library-newer': say('This library was made by a newer version', 'Update the app to open it. We haven’t changed it.'),
  'disk-full': say(
    'Your disk is full',
    'Changes made before are saved; the last thing you did was not. Free some space, then do it again.'
  ),
  'disk-read-only': say(
    'We can’t write to this disk',
    'Nothing can be kept until the folder of the library may be changed. What was saved before is safe.'
  ),
  'unknown-view': say('This view is out of date', 'Choose it again to read it anew.'),
  'unknown-selection': say('This selection is out of date', 'Select again; nothing was sent.'),
  'unknown-batch': say('This batch is no longer known', 'It may have been cleared from the history.'),
  'unknown-record': say('This record is no longer in the library', 'It may be gone from the service.'),
  cancelled: say('Stopped', 'Nothing was sent.'),
  internal: say('Something in the app went wrong', 'Your changes are saved. If it happens again, restart Proofsheet.')
}

/** The sentence for a failure, about one group or about the library as a whole. */
export function failureSentence(failure: Failure, subject: FailureSubject): FailureSentence {
  return sentences[failure.code](failure, subject)
}

/** Codes that mean something else of a whole list than of one record. */
const LIST_REFUSALS: ReadonlySet<FailureCode> = new Set(['refused-fields', 'refused', 'not-taken', 'method-refused'])

/** Said of a whole group: none of the records here is among those that the key reads. */
const OTHER_ACCOUNT: FailureSentence = {
  headline: 'This key seems to be another account’s',
  body: 'It reads none of the records here. What waits was made with another key and is never sent with this one: enter the key that was used before, or discard what waits.'
}

/** The sentence for a group whose list could not be read: it is about no record and no change. */
export function listSentence(failure: Failure, group: Group): FailureSentence {
  if (failure.code === 'not-found') return failureSentence({ ...failure, code: 'wrong-address' }, group)
  if (failure.code === 'no-key-of-owner') return OTHER_ACCOUNT
  if (!LIST_REFUSALS.has(failure.code)) return failureSentence(failure, group)
  const said = saidText(failure)
  return {
    headline: `${service[group]} refused to show its list`,
    body: `${said ? `It said ${said}. ` : ''}Your library stays as it is, and your changes wait.`
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
