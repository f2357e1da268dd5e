/** Turns log lines into sentences for the Activity screen. The original line stays available as its details. */
import type { BatchVerb } from '../shared/batch.ts'
import type { LogKind } from '../shared/connection.ts'

export interface LogSentence {
  readonly kind: LogKind
  readonly text: string
}

type Facts = Readonly<Partial<Record<string, string>>>
type Sentence = readonly [kind: LogKind, text: string | ((facts: Facts) => string)]

/** Extracts the numbers and strings of a detail as `logLine` writes it: `{ group: 'images', count: 3 }`. */
function factsOf(detail: string): Facts {
  const found = detail.matchAll(/(?<![\w-])(\w+): (?:'([^']*)'|(-?\d+(?:\.\d+)?))/g)
  return Object.fromEntries([...found].map(([, name, text, number]) => [name, text ?? number]))
}

const grouped = (count: string | undefined): string => Number(count ?? 0).toLocaleString('en')

const counted = (count: string | undefined, noun: string): string =>
  `${grouped(count)} ${noun}${count === '1' ? '' : 's'}`

const actions: Readonly<Record<BatchVerb, (size: string | undefined) => string>> = {
  favorite: (size) => `add ${counted(size, 'image')} to Favorites`,
  unfavorite: (size) => `remove ${counted(size, 'image')} from Favorites`,
  rename: (size) => `rename ${counted(size, 'image')}`,
  delete: (size) => `delete ${counted(size, 'image')}`,
  create: (size) => `create ${counted(size, 'image')}`,
  'delete-project': (size) => `delete ${counted(size, 'project')}`,
  undo: (size) => `undo ${counted(size, 'change')}`
}
const isVerb = (verb: string | undefined): verb is BatchVerb => verb !== undefined && verb in actions

const OUTCOMES = [
  ['done', 'done'],
  ['alreadySo', 'unchanged'],
  ['needsYou', 'need attention'],
  ['takenBack', 'canceled']
] as const

const withCount = (count: string | undefined, text: string): string =>
  count === '1' ? text.replace(/^need /, 'needs ') : text

/** Lists the outcomes that occurred: "881 done, 13 need attention". */
function outcomes(facts: Facts): string {
  const parts = OUTCOMES.filter(([name]) => Number(facts[name] ?? 0) > 0)
  return (
    parts.map(([name, text]) => `${grouped(facts[name])} ${withCount(facts[name], text)}`).join(', ') || 'nothing to do'
  )
}

const holds: Facts = {
  refusals: 'The service rejected too many changes in a row.',
  'changed-more': 'The service also changed other fields.',
  'not-shown': 'Accepted changes aren’t showing.'
}

const ofGroup =
  (text: string | ((facts: Facts) => string)) =>
  (facts: Facts): string => {
    const group = facts['group'] === 'projects' ? 'Projects' : 'Images'
    return `${group}: ${typeof text === 'string' ? text : text(facts)}`
  }

const withStatus =
  (text: string) =>
  ({ status }: Facts): string =>
    status === undefined ? `${text}.` : `${text} (status ${status}).`

const unreachable = ({ code, host }: Facts): string =>
  code === undefined || code === 'offline' ? 'No network connection.' : `Can’t reach ${host ?? 'the service'}.`

const sentences: Readonly<Partial<Record<string, Sentence>>> = {
  'service-offline': ['connection', ofGroup(unreachable)],
  'service-not-answering': ['connection', ofGroup(withStatus('The service isn’t responding'))],
  'service-held': ['connection', ofGroup('The service asked for fewer requests.')],
  'service-signed-out': ['connection', ofGroup(withStatus('The service didn’t accept the API key'))],
  'service-no-access': ['connection', ofGroup(withStatus('The API key has no access'))],
  'service-stopped': ['connection', ofGroup(withStatus('Sync stopped because the service can’t be used'))],
  'service-recovered': ['connection', ofGroup('The service responds again.')],
  'service-dialect-updated': ['connection', ofGroup('Updated what is known about the service’s protocol.')],
  'key-refused': ['connection', ofGroup('The service didn’t accept the API key.')],
  'full-read-completed': ['connection', ofGroup('Loaded all items from the service.')],
  'items-missing': [
    'connection',
    ofGroup(
      ({ count, of }) =>
        `${grouped(count)} of ${counted(of, 'item')} ${count === '1' ? 'seems' : 'seem'} to be missing from the service.`
    )
  ],
  'batch-started': [
    'changes',
    ({ batch, verb, size }) =>
      `Batch ${batch ?? ''} started: ${isVerb(verb) ? actions[verb](size) : counted(size, 'change')}.`
  ],
  'batch-finished': ['changes', (facts) => `Batch ${facts['batch'] ?? ''} finished: ${outcomes(facts)}.`],
  'batch-on-hold': ['changes', ({ batch, why }) => `Batch ${batch ?? ''} is on hold. ${holds[why ?? ''] ?? ''}`.trim()],
  paused: ['changes', 'You paused sync.'],
  resumed: ['changes', 'You resumed sync.'],
  started: ['app', ({ app }) => `Proofsheet ${app ?? ''} started.`.replace('  ', ' ')],
  'left-out': ['app', ({ event, times }) => `Similar entries left out: ${grouped(times)} (${event ?? ''}).`],
  'uncaught-exception': ['app', 'Proofsheet stopped because of an error.'],
  'unhandled-rejection': ['app', 'Something went wrong in Proofsheet.'],
  'child-process-gone': ['app', ({ type }) => `Part of Proofsheet stopped unexpectedly${type ? ` (${type})` : ''}.`],
  'picture-decoder-died': ['app', 'The process that reads previews stopped and was restarted.'],
  'engine-thread-ended': ['app', 'The thread that manages the library stopped unexpectedly.'],
  'library-not-opened': ['app', ({ code }) => `The library couldn’t be opened${code ? ` (${code})` : ''}.`],
  'library-trouble': ['app', ({ code }) => `The library can’t be used${code ? ` (${code})` : ''}.`],
  'library-rebuilt': ['app', 'The library was rebuilt.'],
  'connections-file-set-aside': ['app', 'The connections file was damaged and was set aside.'],
  'create-draft-set-aside': ['app', 'The saved draft was damaged and was set aside.'],
  'page-gone': ['app', 'The window crashed.'],
  'send-threw': ['app', 'A request failed because of an error in Proofsheet.'],
  'handler-threw': ['app', 'A command failed because of an error in Proofsheet.']
}

/** Returns the sentence for an event; an event of another version gets its name as the sentence. */
export function logSentence(event: string, detail: string): LogSentence {
  const known = sentences[event]
  if (known === undefined)
    return { kind: 'app', text: `${event.charAt(0).toUpperCase()}${event.slice(1).replaceAll('-', ' ')}.` }
  const [kind, text] = known
  return { kind, text: typeof text === 'string' ? text : text(factsOf(detail)) }
}
