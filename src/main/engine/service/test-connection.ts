/**
 * Tests a connection for the connect screen: the smallest read of each group, and which of five layers it reached. The
 * layer is derived from status and code, never from text. The only place where redirects are followed.
 */
import { hostOf, normalizeAddress } from '../../../shared/address.ts'
import {
  TEST_LAYERS,
  type ConnectionTest,
  type GroupTest,
  type TestLayer,
  type TestStepStatus
} from '../../../shared/connection.ts'
import type { Failure, FailureCode } from '../../../shared/failure.ts'
import { RESPONSE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { HttpResponse, Send, SendFailure } from '../../../shared/send.ts'
import { GROUPS, type Group } from '../../../shared/sync-status.ts'
import { decodeImagePage, decodeProjectPage } from './decode.ts'
import { readJson } from './json-text.ts'
import { imageListUrl, projectListUrl } from './list-query.ts'
import { readList } from './numbered-pages.ts'
import { isSignInPage } from './reply.ts'
import { factsOf } from './service-client.ts'

export interface TestArgs {
  readonly send: Send
  /** ms since epoch. */
  readonly now: () => number
  /** Addresses of the draft, as typed or normalized. Main holds their keys in the draft slots. */
  readonly images: string
  readonly projects: string
  /** Called with the state of both groups at the start and after each change. */
  readonly onProgress: (test: ConnectionTest) => void
}

type Marks = GroupTest['marks']

const SLOTS = { images: 'draft-images', projects: 'draft-projects' } as const

/** Tests both groups in parallel; a failure of one says nothing about the other. */
export async function testConnection(args: TestArgs): Promise<ConnectionTest> {
  let test: ConnectionTest = { images: untested('images'), projects: untested('projects') }
  args.onProgress(test)
  await Promise.all(
    GROUPS.map(async (group) => {
      const done = await testGroup(args, group)
      test = { ...test, [group]: done }
      args.onProgress(test)
    })
  )
  return test
}

function untested(group: Group): GroupTest {
  return { group, marks: marksUpTo(null), failure: null, movedTo: null }
}

async function testGroup(args: TestArgs, group: Group): Promise<GroupTest> {
  const address = normalizeAddress(args[group], group)
  if (!address.ok) return failedAt(group, 'address', address.failure)
  const response = await args.send({
    slot: SLOTS[group],
    method: 'GET',
    url: smallestRead(group, address.base),
    form: null,
    timeoutMs: RESPONSE_TIMEOUT_MS,
    once: false,
    redirects: 'follow'
  })
  const facts = factsOf(response, args.now())
  if (response.kind === 'failed')
    return unanswered(group, address.base, response, outcomeFailure({ response, facts }, group))
  return answered(group, address.base, response, outcomeFailure({ response, facts }, group))
}

function smallestRead(group: Group, base: string): string {
  return group === 'images' ? imageListUrl(base, { perPage: 10 }, 'digits') : projectListUrl(base, { perPage: 10 })
}

/** Returns the failure of the read by the outcome table; `null` for a list of a known shape. */
function outcomeFailure(received: Parameters<typeof readList>[0], group: Group): Failure | null {
  const url = received.response.kind === 'response' ? received.response.url : ''
  const decode = (root: unknown) => (group === 'images' ? decodeImagePage(root, url) : decodeProjectPage(root))
  const { outcome } = readList<unknown>(received, decode)
  if (outcome.kind !== 'applied') return outcome.failure
  return outcome.value === null ? { code: 'not-understood' } : null
}

/** Layers at which a request without a response ended; all other failures are at the service layer. */
const LAYER_OF: Partial<Readonly<Record<FailureCode, TestLayer>>> = {
  offline: 'address',
  'host-not-found': 'address',
  'host-unreachable': 'address',
  'proxy-failed': 'address',
  'address-invalid': 'address',
  'address-has-password': 'address',
  'address-insecure': 'secure',
  'tls-untrusted': 'secure',
  'tls-expired': 'secure',
  'tls-wrong-name': 'secure',
  'tls-failed': 'secure',
  'key-missing': 'key',
  'key-malformed': 'key',
  unauthorized: 'key'
}

function unanswered(group: Group, base: string, response: SendFailure, read: Failure | null): GroupTest {
  const failure = read ?? { code: response.code, host: response.host }
  const layer = LAYER_OF[failure.code] ?? 'service'
  const { marks } = failedAt(group, layer, failure)
  // A refused connection never reached the certificate, and without a key nothing was sent.
  const isUntried = !response.wasSent && layer !== 'address' && layer !== 'secure'
  const secure = isUntried ? { secure: 'skipped' as const } : secureMark(base, marks)
  const skipped = layer === 'key' && !response.wasSent ? ({ address: 'skipped', service: 'skipped' } as const) : {}
  return { group, marks: { ...marks, ...secure, ...skipped }, failure, movedTo: null }
}

function answered(group: Group, base: string, response: HttpResponse, read: Failure | null): GroupTest {
  const failure = read !== null && endedAtSignIn(base, response) ? { ...read, code: 'unauthorized' as const } : read
  if (failure === null) {
    const marks = marksUpTo('readable', 'passed')
    return {
      group,
      marks: { ...marks, ...secureMark(response.url, marks) },
      failure,
      movedTo: movedTo(group, base, response)
    }
  }
  const isKey = failure.code === 'unauthorized' || failure.code === 'forbidden' || failure.code === 'blocked'
  const { marks } = failedAt(group, isKey ? 'key' : 'readable', failure)
  // An HTML page or a gateway has not checked the key, so no success is shown for it.
  const key = !isKey && readJson(response.body).kind !== 'json' ? { key: 'skipped' as const } : {}
  return { group, marks: { ...marks, ...secureMark(response.url, marks), ...key }, failure, movedTo: null }
}

/** Returns whether the response is the sign-in page that services show a browser instead of refusing a key. */
function endedAtSignIn(base: string, response: HttpResponse): boolean {
  const url = URL.parse(response.url)
  const isPage = readJson(response.body).kind === 'not-json'
  return isPage && url !== null && isSignInPage(url, hostOf(base))
}

/** Returns the address found after redirects; `null` if it is the one that was typed. */
function movedTo(group: Group, base: string, response: HttpResponse): string | null {
  const found = normalizeAddress(response.url, group)
  return found.ok && found.base !== base ? found.base : null
}

function failedAt(group: Group, layer: TestLayer, failure: Failure): GroupTest {
  return { group, marks: marksUpTo(layer, 'failed'), failure, movedTo: null }
}

/** Marks layers before the last one as passed and those after it as skipped; all pending without a last one. */
function marksUpTo(last: TestLayer | null, mark: TestStepStatus = 'pending'): Marks {
  const end = last === null ? -1 : TEST_LAYERS.indexOf(last)
  const markOf = (index: number): TestStepStatus => {
    if (last === null) return 'pending'
    return index === end ? mark : index < end ? 'passed' : 'skipped'
  }
  // TEST_LAYERS lists every key of the marks.
  return Object.fromEntries(TEST_LAYERS.map((layer, index) => [layer, markOf(index)])) as Marks
}

/** Plain http has no certificate, so it is neither a success nor, on this computer or accepted, a failure. */
function secureMark(url: string, marks: Marks): Partial<Marks> {
  const isPlain = URL.parse(url)?.protocol === 'http:'
  return isPlain && marks.secure === 'passed' ? { secure: 'skipped' } : {}
}
