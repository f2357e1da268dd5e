/**
 * The expected outcome of each hazard for each operation, in the standard dialect, and the rows of docs/service.md that
 * give them. exceptions.ts lists the differences of other dialects.
 */
import { type HazardId, HAZARDS } from '../../src/reference-service/hazards/hazards.ts'
import type { PictureProblem } from '../../src/shared/picture-info.ts'
import { all, only, split, READ_ACTS, WRITE_ACTS, type Expected, type Row, ACTS, type Act } from './expected.ts'

const DELETES = ['delete-image', 'delete-project'] as const
const LISTS = ['list-images', 'list-projects'] as const
const UPDATES = ['update-image', 'rename-image'] as const
const IMAGES = ['list-images', 'show-image', 'store-image', ...UPDATES] as const

const TAKEN = all('applied')
const NO_JSON = split('stopped not-json', 'unknown not-json')
const SERVICE_ERROR = split('retry service-error', 'unknown service-error')
const CUT = split('retry connection-lost', 'unknown connection-lost')
const LATE = split('retry timed-out', 'unknown timed-out')
const LOST_WRITE = only(WRITE_ACTS, 'unknown service-error')
const REFUSED = all('rejected refused')
/** A success without a body is done, except for a create, because nothing shows an image. */
const NOTHING = split('retry not-understood', 'applied', { 'store-image': 'unknown not-understood' })
/** The service reports a missing record. A missing list means a wrong address. */
const MISSING: Row = {
  ...only(LISTS, 'stopped wrong-address'),
  'show-image': 'gone not-found',
  'store-image': 'rejected wrong-address',
  ...only(UPDATES, 'rejected not-found'),
  'delete-image': 'applied',
  // The list shows whether it is gone.
  'delete-project': 'unknown not-found'
}
/** Redirects are not followed; a request that must not be repeated may have been performed. */
const ELSEWHERE: Row = {
  ...all('stopped redirected'),
  'store-image': 'unknown redirected',
  'delete-project': 'unknown redirected'
}
/** The response contains another name than the one sent. */
const OTHER_NAME: Row = { ...only(IMAGES, 'applied'), 'rename-image': 'rejected not-taken' }

const rateLimited = (seconds: number): Row => all(`rate-limited ${seconds}s`)
const DEFAULT_COOLDOWN = rateLimited(60)

export const EXPECTATIONS: Readonly<Record<HazardId, Row>> = {
  html: NO_JSON,
  'html-401': all('signed-out unauthorized'),
  'html-403': all('stopped blocked'),
  'html-404': all('stopped wrong-address'),
  'no-content': NOTHING,
  empty: NOTHING,
  'deleted-false': only(DELETES, 'rejected not-taken'),
  'success-false': REFUSED,
  'status-500-inside': SERVICE_ERROR,
  'bare-done': { ...only(WRITE_ACTS, 'applied'), 'store-image': 'unknown not-understood' },

  'json-as-html': TAKEN,
  'json-without-type': TAKEN,
  bom: TAKEN,
  warnings: TAKEN,
  'html-warnings': TAKEN,
  'trailing-junk': TAKEN,
  broken: CUT,
  'deep-nesting': TAKEN,
  'huge-exponent': TAKEN,
  'duplicate-keys': TAKEN,

  gzip: TAKEN,
  'gzip-truncated': CUT,
  'gzip-not': CUT,
  'gzip-bomb': split('stopped response-too-large', 'unknown response-too-large'),
  'latin-1': OTHER_NAME,
  'latin-1-unlabeled': OTHER_NAME,

  'status-400': REFUSED,
  'status-401': all('signed-out unauthorized'),
  'status-403': all('rejected forbidden'),
  'status-404': MISSING,
  'status-404-named': MISSING,
  'status-405': all('rejected method-refused'),
  // Without a proxy, the network stack treats it as a broken connection.
  'status-407': CUT,
  'status-408': SERVICE_ERROR,
  'status-409': REFUSED,
  'status-410': MISSING,
  'status-413': REFUSED,
  'status-422': all('rejected refused-fields'),
  'status-425': SERVICE_ERROR,
  'status-500': SERVICE_ERROR,
  'status-502': SERVICE_ERROR,
  'status-503': SERVICE_ERROR,
  'status-504-done': LOST_WRITE,
  'status-500-upstream': SERVICE_ERROR,
  'status-500-trace': SERVICE_ERROR,

  'retry-after': rateLimited(7),
  'retry-after-date': rateLimited(7),
  'retry-after-none': DEFAULT_COOLDOWN,
  'retry-after-zero': rateLimited(1),
  'retry-after-negative': DEFAULT_COOLDOWN,
  'retry-after-absurd': rateLimited(86_400),
  'retry-after-fraction': rateLimited(2),
  'reset-only': rateLimited(7),
  'retry-after-503': SERVICE_ERROR,
  'stacked-limits': TAKEN,

  'name-surrogate': OTHER_NAME,
  'name-nul': OTHER_NAME,
  'name-odd': OTHER_NAME,
  'name-long': OTHER_NAME,
  'name-null': OTHER_NAME,
  'enum-unknown': only(IMAGES, 'applied'),
  'fields-unknown': only([...IMAGES, 'list-projects'], 'applied'),
  'id-missing': only(LISTS, 'applied'),
  'rows-no-records': only(LISTS, 'applied'),
  'other-record': { 'show-image': 'stopped not-understood', ...only(UPDATES, 'unknown not-understood') },
  'update-unchanged': only(UPDATES, 'rejected not-taken'),
  'update-flag-only': { 'update-image': 'applied', 'rename-image': 'rejected not-taken' },
  'reads-lag': only(['list-images', 'show-image'], 'applied'),
  'results-other': only(IMAGES, 'applied'),
  'name-shortened': only(['store-image', ...UPDATES], 'applied'),
  'name-tidied': only(['store-image', ...UPDATES], 'applied'),

  'rows-shift-down': only(LISTS, 'applied'),
  'rows-shift-up': only(LISTS, 'applied'),
  'row-twice': only(LISTS, 'applied'),
  'total-changes': only(LISTS, 'applied'),
  'total-zero': only(LISTS, 'applied'),
  'bounds-null': only(LISTS, 'applied'),
  'links-elsewhere': only(LISTS, 'applied'),
  'list-empty': only(LISTS, 'applied'),
  'page-missing': only(LISTS, 'applied'),
  'projects-odd': { 'list-projects': 'applied' },

  'picture-html-as-jpeg': {},
  'picture-svg': {},
  'picture-empty': {},
  'picture-wrong-type': {},
  'picture-broken': {},
  'picture-cut': {},
  'picture-giant': {},
  'picture-heavy': {},
  'picture-403': {},
  'picture-404': {},
  'picture-410': {},
  'picture-500': {},
  'address-protocol-relative': only(IMAGES, 'applied'),
  'address-data': only(IMAGES, 'applied'),
  'address-unescaped': only(IMAGES, 'applied'),
  'address-script': only(IMAGES, 'applied'),
  'address-plain': only(IMAGES, 'applied'),
  'address-private': only(IMAGES, 'applied'),
  'address-password': only(IMAGES, 'applied'),

  'reset-before': CUT,
  'reset-after': CUT,
  // A create and the deletion of a project use a new connection.
  'reset-reused': { ...CUT, 'store-image': 'applied', 'delete-project': 'applied' },
  truncated: CUT,
  'slow-body': TAKEN,
  'stalled-body': LATE,
  silent: LATE,
  'not-http': split('retry not-understood', 'unknown not-understood'),
  'redirect-301': ELSEWHERE,
  // A redirect of a read to a login page means that the service does not accept the key.
  'redirect-login': { ...ELSEWHERE, ...only(READ_ACTS, 'signed-out unauthorized') },

  'tls-unknown-issuer': {},
  'tls-expired': {},
  'tls-wrong-name': {},
  'tls-none': {}
}

/** Outcomes of the first read over a connection with an invalid certificate. */
export const CERTIFICATE_EXPECTATIONS: Readonly<Record<Extract<HazardId, `tls-${string}`>, Expected>> = {
  'tls-unknown-issuer': 'retry-uncounted tls-untrusted',
  'tls-expired': 'retry-uncounted tls-expired',
  'tls-wrong-name': 'retry-uncounted tls-wrong-name',
  // The connection may have been in use, so the request may have been sent.
  'tls-none': 'retry tls-failed'
}

/** Outcomes of the download of a picture file. The decoder process refuses a giant one. */
export const PICTURE_EXPECTATIONS: Readonly<
  Record<Extract<HazardId, `picture-${string}`>, 'found' | PictureProblem['code']>
> = {
  'picture-html-as-jpeg': 'not-a-picture',
  'picture-svg': 'not-a-picture',
  'picture-empty': 'not-a-picture',
  'picture-wrong-type': 'found',
  'picture-broken': 'found',
  'picture-cut': 'unreachable',
  'picture-giant': 'found',
  'picture-heavy': 'too-large',
  'picture-403': 'refused',
  'picture-404': 'not-found',
  'picture-410': 'not-found',
  'picture-500': 'host-error'
}

const COLUMNS: readonly (readonly Act[])[] = [
  READ_ACTS,
  ['store-image'],
  ['update-image', 'rename-image'],
  ['delete-image', 'delete-project']
]

/** Returns a row for all hazards of operations with the same outcomes. */
export function operationRows(): readonly string[] {
  const ids = HAZARDS.map(({ id }) => id as HazardId).filter((id) => ACTS.some((act) => EXPECTATIONS[id][act]))
  const groups = Map.groupBy(ids, (id) => COLUMNS.map((acts) => cellOf(EXPECTATIONS[id], acts)).join(' | '))
  return [...groups].map(([cells, same]) => row(same, cells))
}

/** Returns the rows of certificates and picture files. */
export function otherRows(): readonly string[] {
  const entries = Object.entries({ ...CERTIFICATE_EXPECTATIONS, ...PICTURE_EXPECTATIONS })
  const groups = Map.groupBy(entries, ([, expected]) => expected)
  return [...groups].map(([expected, same]) =>
    row(
      same.map(([id]) => id),
      expected
    )
  )
}

const row = (ids: readonly string[], cells: string): string =>
  `| ${ids.map((id) => `\`${id}\``).join(', ')} | ${cells} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |')

/** Returns the common outcome, or that of each act. */
function cellOf(expected: Row, acts: readonly Act[]): string {
  const known = acts.flatMap((act) => {
    const word = expected[act]
    return word === undefined ? [] : [{ act, word }]
  })
  const words = Map.groupBy(known, ({ word }) => word)
  if (words.size <= 1) return known[0]?.word ?? ''
  return [...words].map(([word, same]) => `${same.map(({ act }) => act).join(', ')}: ${word}`).join('; ')
}
