/**
 * What each hazard must come to, for each operation it can happen to, on a service of the standard dialect. Where a
 * dialect makes it come to something else, exceptions.ts says so and why.
 */
import type { HazardId } from '../../src/reference-service/hazards/hazards.ts'
import type { PictureProblem } from '../../src/shared/picture-info.ts'
import { all, only, split, READ_ACTS, WRITE_ACTS, type Expected, type Row } from './expected.ts'

const DELETES = ['delete-image', 'delete-project'] as const
const LISTS = ['list-images', 'list-projects'] as const
const UPDATES = ['update-image', 'rename-image'] as const
const IMAGES = ['list-images', 'show-image', 'store-image', ...UPDATES] as const

const TAKEN = all('applied')
const NO_JSON = split('stopped not-json', 'unknown not-json')
const TROUBLE = split('retry service-trouble', 'unknown service-trouble')
const CUT = split('retry connection-lost', 'unknown connection-lost')
const LATE = split('retry timed-out', 'unknown timed-out')
const LOST_WRITE = only(WRITE_ACTS, 'unknown service-trouble')
const REFUSED = all('rejected refused')
/** Nothing inside a success: done, but for a create, of which nothing shows that anything was made. */
const NOTHING = split('retry not-understood', 'applied', { 'store-image': 'unknown not-understood' })
/** The service's own word that there is no such thing. A list that is not there is no list of ours. */
const MISSING: Row = {
  ...only(LISTS, 'stopped wrong-address'),
  'show-image': 'gone not-found',
  'store-image': 'rejected wrong-address',
  ...only(UPDATES, 'rejected not-found'),
  'delete-image': 'applied',
  // Its list tells whether it is gone.
  'delete-project': 'unknown not-found'
}
/** Never followed by itself; what must not be done twice may have been done. */
const ELSEWHERE: Row = {
  ...all('stopped redirected'),
  'store-image': 'unknown redirected',
  'delete-project': 'unknown redirected'
}
/** Shown another name than the one that was asked for. */
const OTHER_NAME: Row = { ...only(IMAGES, 'applied'), 'rename-image': 'rejected not-taken' }

const held = (seconds: number): Row => all(`held rate-limited ${seconds}s`)
const DEFAULT_HOLD = held(60)

export const EXPECTATIONS: Readonly<Record<HazardId, Row>> = {
  html: NO_JSON,
  'html-401': all('signed-out unauthorized'),
  'html-403': all('stopped blocked'),
  'html-404': all('stopped wrong-address'),
  'no-content': NOTHING,
  empty: NOTHING,
  'deleted-false': only(DELETES, 'rejected not-taken'),
  'success-false': REFUSED,
  'status-500-inside': TROUBLE,
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
  'gzip-bomb': split('stopped answer-too-large', 'unknown answer-too-large'),
  'latin-1': OTHER_NAME,
  'latin-1-unlabeled': OTHER_NAME,

  'status-400': REFUSED,
  'status-401': all('signed-out unauthorized'),
  'status-403': all('rejected forbidden'),
  'status-404': MISSING,
  'status-404-named': MISSING,
  'status-405': all('rejected method-refused'),
  // Where no proxy was asked, the network stack takes it for a broken connection.
  'status-407': CUT,
  'status-408': TROUBLE,
  'status-409': REFUSED,
  'status-410': MISSING,
  'status-413': REFUSED,
  'status-422': all('rejected refused-fields'),
  'status-425': TROUBLE,
  'status-500': TROUBLE,
  'status-502': TROUBLE,
  'status-503': TROUBLE,
  'status-504-done': LOST_WRITE,
  'status-500-upstream': TROUBLE,
  'status-500-trace': TROUBLE,

  'retry-after': held(7),
  'retry-after-date': held(7),
  'retry-after-none': DEFAULT_HOLD,
  'retry-after-zero': held(1),
  'retry-after-negative': DEFAULT_HOLD,
  'retry-after-absurd': held(86_400),
  'retry-after-fraction': held(2),
  'reset-only': held(7),
  'retry-after-503': TROUBLE,
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
  // A create and a project's deletion have a fresh connection each.
  'reset-reused': { ...CUT, 'store-image': 'applied', 'delete-project': 'applied' },
  truncated: CUT,
  'slow-body': TAKEN,
  'stalled-body': LATE,
  silent: LATE,
  'not-http': split('retry not-understood', 'unknown not-understood'),
  'redirect-301': ELSEWHERE,
  // Where a read is sent to is looked at: a login page is the word of a service that does not know the key.
  'redirect-login': { ...ELSEWHERE, ...only(READ_ACTS, 'signed-out unauthorized') },

  'tls-unknown-issuer': {},
  'tls-expired': {},
  'tls-wrong-name': {},
  'tls-none': {}
}

/** Hazards of no operation: what the first read over such a connection comes to. */
export const CERTIFICATE_EXPECTATIONS: Readonly<Record<Extract<HazardId, `tls-${string}`>, Expected>> = {
  'tls-unknown-issuer': 'retry-uncounted tls-untrusted',
  'tls-expired': 'retry-uncounted tls-expired',
  'tls-wrong-name': 'retry-uncounted tls-wrong-name',
  // A broken record may also come on a connection that was in use: not proved to be unsent.
  'tls-none': 'retry tls-failed'
}

/** What the download of a picture file comes to. A giant one is for the process that decodes it to refuse. */
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
  'picture-500': 'host-trouble'
}
