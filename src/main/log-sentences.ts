/** Turns log lines into sentences for the Activity screen. The original line stays available as its details. */
import type { LogFacts } from '../copy/en/desktop.ts'
import { copy } from '../copy/language.ts'
import type { LogKind } from '../shared/connection.ts'

export interface LogSentence {
  readonly kind: LogKind
  readonly text: string
}

/** Extracts the numbers and strings of a detail as `logLine` writes it: `{ group: 'images', count: 3 }`. */
function factsOf(detail: string): LogFacts {
  const found = detail.matchAll(/(?<![\w-])(\w+): (?:'([^']*)'|(-?\d+(?:\.\d+)?))/g)
  return Object.fromEntries([...found].map(([, name, text, number]) => [name, text ?? number]))
}

type Event = keyof typeof copy.events
const isKnown = (event: string): event is Event => Object.hasOwn(copy.events, event)

/** Events about the connection and about changes; all others are about Proofsheet itself. */
const KINDS: Readonly<Partial<Record<Event, LogKind>>> = {
  'service-offline': 'connection',
  'service-not-responding': 'connection',
  'service-rate-limited': 'connection',
  'service-signed-out': 'connection',
  'service-no-access': 'connection',
  'service-stopped': 'connection',
  'service-recovered': 'connection',
  'service-dialect-updated': 'connection',
  'key-refused': 'connection',
  'full-read-completed': 'connection',
  'items-missing': 'connection',
  'batch-started': 'changes',
  'batch-finished': 'changes',
  'batch-on-hold': 'changes',
  paused: 'changes',
  resumed: 'changes'
}

/** Returns the sentence for an event; an event of another version gets its name as the sentence. */
export function logSentence(event: string, detail: string): LogSentence {
  if (isKnown(event)) return { kind: KINDS[event] ?? 'app', text: copy.events[event](factsOf(detail)) }
  return { kind: 'app', text: `${event.charAt(0).toUpperCase()}${event.slice(1).replaceAll('-', ' ')}.` }
}
