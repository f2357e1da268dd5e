/** What is said of each expected failure. Complete by type: a new code without a sentence does not compile. */
import type { Failure, FailureCode } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { formatCount, plural } from '../format.ts'
import { firstUpdates } from './batches.ts'
import { counted, names } from './counted.ts'

export interface FailureSentence {
  /** Without a full stop: it may be a title. */
  readonly headline: string
  readonly body: string
}

/** What the sentence is about: a group of the service, or the library as a whole. */
export type FailureSubject = Group | 'library'

/** What a sentence may name, with what is unknown already put into words. */
export interface FailureFacts extends Failure {
  readonly subject: FailureSubject
  /** `theService` if it is unknown. */
  readonly host: string
  readonly isHostKnown: boolean
  readonly isAboutResults: boolean
  /** What the service said in its own words, quoted; '' for nothing. */
  readonly said: string
  /** Time until the next request; `null` if it is unknown. */
  readonly wait: string | null
  /** What an update changed unexpectedly, in sentences. */
  readonly changed: string
}

type Say = (facts: FailureFacts) => FailureSentence
type Needs = (count: number, facts: FailureFacts) => Pick<FailureSentence, 'headline'> & Partial<FailureSentence>

const say =
  (headline: string, body: string): Say =>
  () => ({ headline, body })

/** The service at the start of a sentence. */
const service: Readonly<Record<FailureSubject, string>> = {
  images: 'The images service',
  projects: 'The projects service',
  library: 'The service'
}

/** The one image that a lost create may have made. */
const onlyChoice: FailureSentence = {
  headline: 'An image on the service may be your new image',
  body: 'Confirm that it’s yours, or send again.'
}

const hostFirst = ({ host, isHostKnown }: FailureFacts): string => (isHostKnown ? host : 'The service')

const madeWithAnotherKey = (count: number): string =>
  plural(count, {
    one: '1 change was made with another key',
    other: '# changes were made with another key'
  })

const unauthorized: Say = ({ subject }) => ({
  headline: `${service[subject]} didn’t accept your key`,
  body: {
    images: 'It may be mistyped, expired, or replaced.',
    projects: 'It may be mistyped or expired, or projects may need their own key.',
    library: 'It may be mistyped, expired, or replaced. Your changes are safe and stay pending.'
  }[subject]
})

const notUnderstood: Say = ({ missing, subject }) => {
  const one = subject === 'projects' ? 'project' : 'image'
  if (missing === 'list') {
    return {
      headline: `This address returned no ${one}s`,
      body: 'Check the address, or send the details to your administrator.'
    }
  }
  if (missing === 'record') {
    return {
      headline: `${service[subject]} returned no ${one}`,
      body: 'Send the details to your administrator.'
    }
  }
  return {
    headline: 'Unexpected response from the service',
    body: 'Proofsheet may be out of date, or the service may have changed.'
  }
}

const TRY_AGAIN = 'Proofsheet will try again automatically. You can keep working.'
const CONNECT_ANYWAY = 'Test again in a moment, or connect now. Proofsheet saves the connection and keeps trying.'
const NO_REASON = 'The service gave no reason.'
const NOT_BY_NAME = 'The service lists this project but can’t find it by name. Delete it on the service.'

/** A headline without codes or blame, and what it means or what happens next. */
const sentences: Readonly<Record<FailureCode, Say>> = {
  'address-invalid': say('That doesn’t look like a web address', 'Start it with “https://”.'),
  'address-has-password': say(
    'This address contains a user name or password',
    'Enter the address alone. The key has its own field.'
  ),
  'address-insecure': say('This address isn’t encrypted', 'Anyone on the network could read your key.'),
  'key-missing': say('Enter your API key', 'You’ll find it in your account on the service.'),
  'key-malformed': say(
    'That doesn’t look like a key',
    'A key has 8 to 512 letters, digits, or symbols, and no spaces.'
  ),
  'arguments-invalid': say(
    'Something went wrong',
    'Proofsheet made an invalid request. Try again, or restart Proofsheet.'
  ),
  offline: say('You’re offline', 'Everything you do is saved here and sent later.'),
  'host-not-found': ({ host }) => ({
    headline: `Can’t find ${host}`,
    body: 'Check the spelling, or your connection.'
  }),
  'connection-refused': (facts) => ({
    headline: `${hostFirst(facts)} isn’t responding`,
    body: 'The service may be down, or the port may be wrong.'
  }),
  'host-unreachable': ({ host }) => ({
    headline: `Can’t reach ${host} from this network`,
    body: 'Check your connection. The service may require a company network or VPN.'
  }),
  'tls-untrusted': ({ host }) => ({
    headline: `Can’t verify the identity of ${host}`,
    body: 'Its certificate isn’t trusted on this computer. If your company runs it, ask your administrator to install its certificate.'
  }),
  'tls-expired': ({ host }) => ({
    headline: `The certificate of ${host} has expired`,
    body: 'Your key wasn’t sent. Check your computer’s clock too.'
  }),
  'tls-wrong-name': ({ host }) => ({
    headline: `The certificate of ${host} is for a different name`,
    body: 'Your key wasn’t sent. Check the spelling of the address.'
  }),
  'tls-failed': ({ host }) => ({
    headline: `Can’t make a secure connection to ${host}`,
    body: 'Your key wasn’t sent.'
  }),
  'proxy-failed': say('The network proxy refused the connection', 'Check the proxy settings of this computer.'),
  'timed-out': say('The service is taking too long to respond', TRY_AGAIN),
  'connection-lost': say('The connection was lost', TRY_AGAIN),
  'response-too-large': say('This address returned too much data', 'Check that this is the address of your service.'),
  unauthorized,
  forbidden: say(
    'Your key isn’t allowed to do this',
    'It may be read-only. Try another key, or ask your administrator.'
  ),
  blocked: ({ host }) => ({
    headline: `Access to ${host} is blocked`,
    body: 'A firewall or sign-in page responded instead of the service.'
  }),
  'not-found': say(
    'This item is no longer on the service',
    'It was deleted, or your key can no longer see it. Your copy is kept here.'
  ),
  'wrong-address': ({ subject }) => ({
    headline:
      subject === 'projects'
        ? 'There is no projects service at this address'
        : 'There is no images service at this address',
    body: 'The server responded, but not with a library. Check the path.'
  }),
  'method-refused': ({ subject }) => ({
    headline: `${service[subject]} doesn’t allow this kind of change`,
    body: 'It may be an older version, or changes may be turned off.'
  }),
  redirected: (facts) => ({
    headline: `${hostFirst(facts)} redirects to ${facts.location ?? 'another address'}`,
    body: 'Your key won’t be sent there without your OK. If you trust it, use that address instead.'
  }),
  'refused-fields': ({ isAboutResults, said }) => ({
    headline: isAboutResults
      ? 'The service rejected the results sent with this change'
      : 'The service rejected this change',
    body: said || `${NO_REASON} Retry, or discard the change.`
  }),
  refused: ({ detail }) => ({
    headline: 'The service rejected this change',
    body: detail ? names.quoted(detail) : `${NO_REASON} Retry, or discard the change.`
  }),
  'rate-limited': ({ wait }) => ({
    headline: 'Rate limit reached',
    body:
      wait === null
        ? 'Sync resumes automatically. Nothing is lost.'
        : `Sync resumes automatically in ${wait}. Nothing is lost.`
  }),
  'service-error': say('The service is having problems', 'Nothing is lost. Proofsheet will try again.'),
  'not-json': ({ host, isHostKnown }) => ({
    headline: 'Received a web page instead of your library',
    body: `It’s usually a sign-in page, a proxy, or a wrong address.${isHostKnown ? ` It came from ${host}.` : ''}`
  }),
  'not-understood': notUnderstood,
  'not-taken': say(
    'The service accepted the change but kept the old value',
    'Your change is kept here. Retry it, or check the item on the service.'
  ),
  'changed-more': ({ changed }) => ({
    headline: firstUpdates.changedMore,
    body: firstUpdates.changeMade(changed)
  }),
  'name-changed': ({ theirs }) => ({
    headline: 'This item changed elsewhere',
    body: `${theirs ? `${names.ended(`Its name on the service is ${names.isolated(theirs)}`)} ` : ''}Both names are kept until you choose.`
  }),
  'create-not-found': say(
    'Can’t find this image on the service',
    'It was sent without a response and hasn’t appeared since. Sending it again may charge you twice.'
  ),
  'create-ambiguous': ({ choices: found = [] }) =>
    found.length === 1
      ? onlyChoice
      : {
          headline: 'Several images on the service may be yours',
          body: `No response arrived. ${found.length === 0 ? 'Several' : formatCount(found.length)} images on the service match. Choose yours to avoid a duplicate.`
        },
  'project-still-there': ({ status }) => ({
    headline: 'The project is still there',
    body:
      status === undefined
        ? 'The service never confirmed the deletion. It won’t be sent again unless you choose Retry.'
        : NOT_BY_NAME
  }),
  'project-others-gone': ({ others = [] }) => ({
    headline: 'Other projects may have been deleted too',
    body: `${names.ended(`Missing since this deletion: ${others.map(names.isolated).join(', ')}`)} Check your projects on the service.`
  }),
  'no-key-of-owner': say(
    'This change was made with another key',
    'Changes from one account are never sent with another account’s key. Enter the key you used before.'
  ),
  'owner-unclear': say(
    'Does this key belong to the same account?',
    'Your pending changes were made with another key. They’re sent only if both keys belong to the same account.'
  ),
  'keychain-unavailable': say(
    'No keychain on this computer',
    'Proofsheet can keep your key until you quit. You’ll need to enter it again next time.'
  ),
  'keychain-locked': say('Your keychain is locked', 'Unlock it and try again, or keep the key only until you quit.'),
  'keychain-denied': say(
    'Keychain access denied',
    'Give Proofsheet access to your keychain, then try again. You can also keep the key only until you quit.'
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
  'disk-full': say('Your disk is full', 'Your last change may not be saved. Free some space, then repeat it.'),
  'disk-read-only': say(
    'Can’t write to this disk',
    'Changes can’t be saved until Proofsheet can write to the library folder. Earlier changes are safe.'
  ),
  'unknown-view': say('This view is out of date', 'Choose it again to reload it.'),
  'unknown-selection': say('This selection is out of date', 'Select again; nothing was sent.'),
  'unknown-batch': say('This batch is no longer available', 'It may have been cleared from the history.'),
  'unknown-record': say('This item is no longer in the library', 'It may no longer be on the service.'),
  canceled: say('Stopped', 'Nothing was sent.'),
  internal: say('Something went wrong', 'Your changes are saved. If it happens again, restart Proofsheet.')
}

/** The body while a connection is only tested, because sync does not try again then. */
const testing: Readonly<Partial<Record<FailureCode, string>>> = {
  offline: 'Test again when you’re online, or connect now. Proofsheet saves the connection and keeps trying.',
  'timed-out': CONNECT_ANYWAY,
  'connection-lost': CONNECT_ANYWAY,
  'rate-limited': CONNECT_ANYWAY,
  'service-error': CONNECT_ANYWAY
}

/** Of changes that need attention for it, with their number; without a body the sentence above has it. */
const needs: Readonly<Partial<Record<FailureCode, Needs>>> = {
  forbidden: (count) => ({ headline: `Your key can’t change ${counted.items(count)}` }),
  'not-found': (count) => ({
    headline: plural(count, {
      one: '1 item is no longer on the service',
      other: '# items are no longer on the service'
    }),
    body: plural(count, {
      one: 'It was deleted, or your key can no longer see it. Your copy is kept here.',
      other: 'They were deleted, or your key can no longer see them. Your copies are kept here.'
    })
  }),
  refused: (count) => ({ headline: `The service rejected ${counted.changes(count)}` }),
  'not-taken': (count) => ({
    headline: plural(count, {
      one: 'The service accepted 1 change but kept the old value',
      other: 'The service accepted # changes but kept the old values'
    }),
    body: plural(count, {
      one: 'Your change is kept here. Retry it, or check the item on the service.',
      other: 'Your changes are kept here. Retry them, or check the items on the service.'
    })
  }),
  'no-key-of-owner': (count) => ({ headline: madeWithAnotherKey(count) }),
  'owner-unclear': (count) => ({
    headline: madeWithAnotherKey(count),
    body: plural(count, {
      one: 'Does this key belong to the same account? The change is sent only if it does.',
      other: 'Does this key belong to the same account? The changes are sent only if it does.'
    })
  }),
  'refused-fields': (count) => ({ headline: `The service rejected the results of ${counted.items(count)}` }),
  'name-changed': (count) => ({
    headline: plural(count, {
      one: '1 name also changed on the service',
      other: '# names also changed on the service'
    }),
    body: 'Both names are kept until you choose.'
  }),
  'create-not-found': (count) => ({
    headline: plural(count, { one: 'No response for 1 new image', other: 'No response for # new images' }),
    body: 'Proofsheet looked three times and found nothing. Sending again may charge you twice.'
  }),
  'create-ambiguous': (count, { choices }) =>
    count === 1 && choices?.length === 1
      ? onlyChoice
      : {
          headline: plural(count, {
            one: '1 new image matches several on the service',
            other: '# new images each match several on the service'
          }),
          body: 'No response arrived, and several images on the service match. Choose yours to avoid a duplicate.'
        },
  'project-still-there': (count, { status }) => ({
    headline: plural(count, { one: '1 project is still there', other: '# projects are still there' }),
    body:
      status === undefined
        ? 'The deletion got no response. It may not have arrived, or someone created the project again.'
        : plural(count, {
            one: NOT_BY_NAME,
            other: 'The service lists these projects but can’t find them by name. Delete them on the service.'
          })
  }),
  'project-others-gone': (count) => ({
    headline: plural(count, {
      one: 'Other projects are missing after 1 deletion',
      other: 'Other projects are missing after # deletions'
    })
  })
}

export const failures = {
  sentences,
  testing,
  needs,
  theService: 'the service',
  noReason: NO_REASON,
  /** Where a response must have its list or its item, for the details. */
  expected: {
    list: 'A list, at the top level or in “data”, “items”, “results”, “images”, or “projects”',
    record: 'An item with an “id”, at the top level or in “data”, “item”, “result”, “image”, or “project”'
  },
  /** None of the items here is among those that the key reads. */
  otherAccount: {
    headline: 'This key seems to belong to another account',
    body: 'Your pending changes belong to another account. Enter its key, or discard the changes.'
  },
  listRejected: (subject: FailureSubject, said: string) => ({
    headline: `${service[subject]} rejected the list request`,
    body: `${said ? `${names.ended(`It said ${said}`)} ` : ''}Your library is unchanged, and your changes stay pending.`
  }),
  steps: { 'edit-address': 'Edit address…', 'use-address': 'Use that address…' },
  details: {
    open: 'Details',
    label: 'Error details',
    copy: 'Copy details',
    copied: 'Details copied',
    status: 'Status',
    server: 'Server',
    redirectsTo: 'Redirects to',
    message: 'Message',
    expected: 'Expected',
    code: 'Code',
    note: 'Note',
    headerHint:
      'If no key works, a web server or proxy may be removing the Authorization header. Ask your administrator.'
  }
}
