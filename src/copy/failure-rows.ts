/**
 * One row for each expected failure: what is said of it, the one next step, and what differs where several changes
 * need attention for it or a connection is only tested. Complete by type: a new code without a row does not compile.
 */
import type { Failure, FailureCode } from '../shared/failure.ts'
import { formatCount, plural } from './format.ts'
import { countRecords } from './counted.ts'
import {
  type FailureSentence,
  type FailureSubject,
  host,
  isAboutResults,
  named,
  quoted,
  saidText,
  type Sentence,
  service
} from './failure-words.ts'
import { changesText, firstUpdateCopy } from './first-updates.ts'
import { waitText } from './time.ts'

/** What a button can do; `none` where time, or the place where it is said, does the rest. */
export type FailureStep =
  | 'edit-address'
  | 'use-address'
  | 'enter-key'
  | 'unlock'
  | 'try-now'
  | 'open-page'
  | 'repair'
  | 'rebuild'
  | 'none'

interface FailureRow {
  readonly step: FailureStep
  /** A headline without codes or blame, and what it means or what happens next. */
  readonly say: Sentence
  /** The body while a connection is only tested: nothing tries again by itself then. */
  readonly testing?: string
  /** Of changes that need attention for it, with their number; without a body the one above says it. */
  readonly needs?: (count: number, failure: Failure) => Pick<FailureSentence, 'headline'> & Partial<FailureSentence>
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

const row = (
  step: FailureStep,
  said: readonly [headline: string, body: string] | Sentence,
  more: Pick<FailureRow, 'testing' | 'needs'> = {}
): FailureRow => ({
  step,
  say: typeof said === 'function' ? said : () => ({ headline: said[0], body: said[1] }),
  ...more
})

const TRY_AGAIN = 'Proofsheet will try again automatically. You can keep working.'
const CONNECT_ANYWAY = 'Test again in a moment, or connect now. Proofsheet saves the connection and keeps trying.'

export const newImages = (count: number): string =>
  plural(count, { one: '1 new image', other: `${formatCount(count)} new images` })

const NOT_BY_NAME = 'The service lists this project but can’t find it by name. Delete it on the service.'

export const failureRows: Readonly<Record<FailureCode, FailureRow>> = {
  'address-invalid': row('edit-address', ['That doesn’t look like a web address', 'Start it with https://']),
  'address-has-password': row('edit-address', [
    'This address contains a user name or password',
    'Enter the address alone. The key has its own field.'
  ]),
  'address-insecure': row('edit-address', [
    'This address isn’t encrypted',
    'Anyone on the network could read your key.'
  ]),
  'key-missing': row('enter-key', ['Enter your API key', 'You will find it in your account on the service.']),
  'key-malformed': row('enter-key', [
    'That doesn’t look like a key',
    'A key has 8 to 512 letters, digits, or symbols, and no spaces.'
  ]),
  'arguments-invalid': row('none', [
    'Something went wrong',
    'Proofsheet made an invalid request. Try again, or restart Proofsheet.'
  ]),

  offline: row('try-now', ['You’re offline', 'Everything you do is saved here and sent later.'], {
    testing: 'Test again when you’re online, or connect now. Proofsheet saves the connection and keeps trying.'
  }),
  'host-not-found': row('edit-address', (failure) => ({
    headline: `Can’t find ${host(failure)}`,
    body: 'Check the spelling, or your connection.'
  })),
  'connection-refused': row('try-now', (failure) => ({
    headline: `${host(failure)} isn’t responding`,
    body: 'The service may be down, or the port may be wrong.'
  })),
  'host-unreachable': row('try-now', (failure) => ({
    headline: `Can’t reach ${host(failure)} from this network`,
    body: 'Check your connection. The service may require a company network or VPN.'
  })),
  'tls-untrusted': row('try-now', (failure) => ({
    headline: `Can’t verify the identity of ${host(failure)}`,
    body: 'Its certificate isn’t trusted on this computer. If your company runs it, ask your administrator to install its certificate.'
  })),
  'tls-expired': row('try-now', (failure) => ({
    headline: `The certificate of ${host(failure)} has expired`,
    body: 'Your key wasn’t sent. Check your computer’s clock too.'
  })),
  'tls-wrong-name': row('edit-address', (failure) => ({
    headline: `The certificate of ${host(failure)} is for a different name`,
    body: 'Your key wasn’t sent. Check the spelling of the address.'
  })),
  'tls-failed': row('try-now', (failure) => ({
    headline: `Can’t make a secure connection to ${host(failure)}`,
    body: 'Your key wasn’t sent.'
  })),
  'proxy-failed': row('try-now', [
    'The network proxy refused the connection',
    'Check the proxy settings of this computer.'
  ]),

  'timed-out': row('try-now', ['The service is taking too long to respond', TRY_AGAIN], { testing: CONNECT_ANYWAY }),
  'connection-lost': row('try-now', ['The connection was lost', TRY_AGAIN], { testing: CONNECT_ANYWAY }),
  'answer-too-large': row('edit-address', [
    'The response is too large for an item list',
    'Check that this is the address of an image service.'
  ]),

  unauthorized: row('enter-key', unauthorized),
  forbidden: row('enter-key', ['Your key doesn’t have permission', 'It may be read-only, or have no access here.'], {
    needs: (count) => ({
      headline: `Your key can’t change ${countRecords(count)}`,
      body: plural(count, {
        one: 'It may be read-only, or have no access here.',
        other: 'It may be read-only, or have no access here.'
      })
    })
  }),
  blocked: row('open-page', (failure) => ({
    headline: `Access to ${host(failure)} is blocked`,
    body: 'A firewall or sign-in page responded instead of the service.'
  })),
  'not-found': row(
    'repair',
    [
      'This item is no longer on the service',
      'It was deleted, or your key can no longer see it. Your copy is kept here.'
    ],
    {
      needs: (count) => ({
        headline: `${countRecords(count)} ${plural(count, { one: 'is', other: 'are' })} no longer on the service`,
        body: plural(count, {
          one: 'It was deleted, or your key can no longer see it. Your copy is kept here.',
          other: 'They were deleted, or your key can no longer see them. Your copies are kept here.'
        })
      })
    }
  ),
  'wrong-address': row('edit-address', (_failure, subject) => ({
    headline:
      subject === 'projects'
        ? 'There is no project service at this address'
        : 'There is no image service at this address',
    body: 'The server responded, but not with a library. Check the path.'
  })),
  'method-refused': row('repair', (_failure, subject) => ({
    headline: `${service[subject]} doesn’t allow this kind of change`,
    body: 'It may be an older version, or changes may be turned off.'
  })),
  redirected: row('use-address', (failure) => ({
    headline: `${host(failure)} redirects to ${failure.location ?? 'another address'}`,
    body: 'Your key won’t be sent there without your OK. If you trust it, use that address instead.'
  })),
  'refused-fields': row(
    'repair',
    (failure) => ({
      headline: isAboutResults(failure)
        ? 'The service rejected the results sent with this change'
        : 'The service rejected this change',
      body: saidText(failure)
    }),
    {
      needs: (count) => ({
        headline: `The service rejected the results of ${countRecords(count)}`
      })
    }
  ),
  refused: row('repair', (failure) => ({ headline: 'The service rejected this change', body: quoted(failure.detail) })),
  'rate-limited': row(
    'none',
    (failure) => ({
      headline: 'Rate limit reached',
      body: failure.retryAfterMs
        ? `Sync resumes automatically in ${waitText(failure.retryAfterMs)}. Nothing is lost.`
        : 'Sync resumes automatically. Nothing is lost.'
    }),
    { testing: CONNECT_ANYWAY }
  ),
  'service-trouble': row(
    'try-now',
    [
      'The service is having problems',
      'It’s not your fault, and nothing is lost. Proofsheet will try again automatically.'
    ],
    { testing: `It’s not your fault. ${CONNECT_ANYWAY}` }
  ),
  'not-json': row('open-page', ({ host: answered }) => ({
    headline: 'Received a web page instead of your library',
    body: `It’s usually a sign-in page, a proxy, or a wrong address.${answered ? ` It came from ${answered}.` : ''}`
  })),
  'not-understood': row('try-now', notUnderstood),
  'not-taken': row('repair', [
    'The service accepted the change but kept the old value',
    'Your change is kept here. Retry it, or check the item on the service.'
  ]),

  'changed-more': row('repair', ({ changes = [] }) => ({
    headline: firstUpdateCopy.changedMore,
    body: `Your change was made. ${changesText(changes)}`.trim()
  })),

  'name-changed': row(
    'repair',
    ({ theirs }) => ({
      headline: 'This item changed elsewhere',
      body: `${theirs ? `The service has ${named(theirs)}. ` : ''}Both names are kept until you choose.`
    }),
    {
      needs: (count) => ({
        headline: plural(count, {
          one: '1 name also changed on the service',
          other: `${formatCount(count)} names also changed on the service`
        }),
        body: 'Both names are kept until you choose.'
      })
    }
  ),
  'create-not-found': row(
    'repair',
    [
      'Can’t find this image on the service',
      'It was sent without a response and hasn’t appeared since. Sending it again may charge you twice.'
    ],
    {
      needs: (count) => ({
        headline: `No response for ${newImages(count)}`,
        body: 'Proofsheet looked three times and found nothing. Sending again may charge you twice.'
      })
    }
  ),
  'create-ambiguous': row(
    'repair',
    ({ choices }) => ({
      headline:
        choices?.length === 1 ? 'An image on the service may be yours' : 'Several images on the service may be yours',
      body: `It was sent without a response. ${choicesText(choices?.length ?? 0)} Choose yours to avoid a duplicate.`
    }),
    {
      needs: (count) => ({
        headline: plural(count, {
          one: '1 new image matches several on the service',
          other: `${formatCount(count)} new images each match several on the service`
        }),
        body: 'The response was lost, and several images on the service match. Choose the right one.'
      })
    }
  ),
  'project-still-there': row(
    'repair',
    (failure) => ({
      headline: 'The project is still there',
      body:
        failure.status !== undefined
          ? NOT_BY_NAME
          : 'The service never confirmed the deletion. It won’t be sent again unless you choose Retry.'
    }),
    {
      needs: (count, failure) => ({
        headline: `${plural(count, { one: '1 project is', other: `${formatCount(count)} projects are` })} still there`,
        body:
          failure.status !== undefined
            ? plural(count, {
                one: NOT_BY_NAME,
                other: 'The service lists these projects but can’t find them by name. Delete them on the service.'
              })
            : 'The deletion got no response. It may not have arrived, or someone created the project again.'
      })
    }
  ),
  'project-others-gone': row(
    'repair',
    ({ others = [] }) => ({
      headline: 'Other projects are missing',
      body: `This project was deleted by its ID. These projects are also missing: ${others.map(named).join(', ')}. Proofsheet won’t delete by ID again. Check your projects on the service.`
    }),
    {
      needs: (count) => ({
        headline: `Other projects are missing after ${plural(count, { one: '1 deletion', other: `${formatCount(count)} deletions` })}`
      })
    }
  ),
  'no-key-of-owner': row('enter-key', [
    'This change was made with another key',
    'Changes from one account are never sent with another account’s key. Enter the key you used before.'
  ]),

  'owner-unclear': row('enter-key', [
    'Is this key for the same account?',
    'Pending changes were made with another key, and nothing here identifies the account of this one. They’re sent only if both keys belong to the same account.'
  ]),

  'keychain-unavailable': row('enter-key', [
    'No keychain on this computer',
    'Proofsheet can keep your key until you quit. You’ll need to enter it again next time.'
  ]),
  'keychain-locked': row('unlock', [
    'Your keychain is locked',
    'Unlock it and try again, or keep the key only until you quit.'
  ]),
  'keychain-denied': row('unlock', [
    'Keychain access denied',
    'Allow Proofsheet there and try again, or keep the key only until you quit.'
  ]),
  'keychain-timed-out': row('unlock', [
    'The keychain isn’t responding',
    'It may be waiting for a password in another window. Proofsheet can keep your key until you quit.'
  ]),
  'no-connection': row('enter-key', ['Not connected yet', 'Enter the addresses and the key of your service.']),
  'library-locked': row('try-now', [
    'The library is already open',
    'Another copy of Proofsheet is using it. Switch to that window.'
  ]),
  'library-damaged': row('rebuild', [
    'Your library file is damaged',
    'Proofsheet hasn’t changed it. Everything synced is safe on the service and can be loaded again.'
  ]),
  'library-newer': row('none', [
    'This library was made by a newer version',
    'Update Proofsheet to open it. The file hasn’t been changed.'
  ]),
  'disk-full': row('try-now', [
    'Your disk is full',
    'Earlier changes are saved; your last one isn’t. Free some space, then do it again.'
  ]),
  'disk-read-only': row('try-now', [
    'Can’t write to this disk',
    'Changes can’t be saved until Proofsheet can write to the library folder. Earlier changes are safe.'
  ]),
  'unknown-view': row('none', ['This view is out of date', 'Choose it again to reload it.']),
  'unknown-selection': row('none', ['This selection is out of date', 'Select again; nothing was sent.']),
  'unknown-batch': row('none', ['This batch is no longer available', 'It may have been cleared from the history.']),
  'unknown-record': row('none', ['This item is no longer in the library', 'It may no longer be on the service.']),
  cancelled: row('none', ['Stopped', 'Nothing was sent.']),
  internal: row('try-now', ['Something went wrong', 'Your changes are saved. If it happens again, restart Proofsheet.'])
}
