/**
 * Checks sender, shape and size of the window's requests and calls the handler. Always returns a Result. The only file
 * that listens to the window.
 */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import {
  type RequestArgs,
  type RequestName,
  type RequestValue,
  REQUEST_NAMES,
  requestChannel,
  type BridgeEvents,
  type EventName
} from '../../shared/bridge.ts'
import { fail, type Result } from '../../shared/failure.ts'
import { schemaOf } from './schemas.ts'

/** Handlers of all requests; a missing one does not compile. */
export type RequestHandlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Promise<Result<RequestValue<N>>>
}

export interface GateParts {
  readonly handlers: RequestHandlers
  readonly rule: SenderRule
  /** Called for every refusal and every bug, with the name of the channel and without arguments. */
  readonly report: (
    event: 'foreign-sender' | 'bad-arguments' | 'handler-threw',
    request: RequestName,
    why: unknown
  ) => void
}

export type Gate = (name: RequestName, sender: Sender, given: readonly unknown[]) => Promise<Result<unknown>>

/**
 * Creates a gate that never rejects. An error thrown by a handler is a bug: it is reported, and returned without its
 * message.
 */
export function createGate(parts: GateParts): Gate {
  return async (name, sender, given) => {
    if (!isTrustedSender(sender, parts.rule)) {
      parts.report('foreign-sender', name, sender.url)
      return fail('internal', { detail: 'Not requested by the window' })
    }
    const parsed = parseArguments(name, given)
    if (!parsed.ok) {
      parts.report('bad-arguments', name, parsed.failure.detail)
      return parsed
    }
    try {
      return await handle(parts.handlers, name, parsed.value)
    } catch (error) {
      parts.report('handler-threw', name, error)
      return fail('internal')
    }
  }
}

/**
 * Parses exactly one argument of the request's shape. The failure names the position and the rule, never the value,
 * which may be a key.
 */
export function parseArguments<N extends RequestName>(name: N, given: readonly unknown[]): Result<RequestArgs<N>> {
  if (given.length !== 1) return fail('arguments-invalid', { detail: `${given.length} arguments` })
  const parsed = schemaOf(name).safeParse(given[0])
  // A lookup by a generic name loses the type of the schema, but schema and type have the same source.
  if (parsed.success) return { ok: true, value: parsed.data as RequestArgs<N> }
  const issue = parsed.error.issues[0]
  // Only the first name is reported, because deeper parts of the path may be keys of a record sent by the page.
  return fail('arguments-invalid', { detail: `${String(issue?.path[0] ?? '')}: ${issue?.code ?? ''}` })
}

function handle<N extends RequestName>(
  handlers: RequestHandlers,
  name: N,
  args: RequestArgs<N>
): Promise<Result<RequestValue<N>>> {
  return handlers[name](args)
}

interface Sender {
  /** Whether the message is from the main frame of the app's window. */
  readonly isOurMainFrame: boolean
  /** URL of the sending frame; `null` if the frame no longer exists. */
  readonly url: string | null
}

export interface SenderRule {
  /** Origin of the dev server; `null` in a packaged app, where only the bundle is accepted. */
  readonly devOrigin: string | null
}

/** Accepts the main frame of the window with a page of `app://bundle`, or of the dev server if there is one. */
function isTrustedSender({ isOurMainFrame, url }: Sender, { devOrigin }: SenderRule): boolean {
  if (!isOurMainFrame || url === null || !URL.canParse(url)) return false
  // The URL parser returns the origin "null" for a custom scheme, so scheme and host are compared.
  const { protocol, host, origin } = new URL(url)
  if (protocol === 'app:') return host === 'bundle'
  return devOrigin !== null && origin === devOrigin
}

/** Sends one event to the window if it is open. */
export type Broadcast = <E extends EventName>(name: E, event: BridgeEvents[E]) => void

export interface RegisterParts {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly gate: Gate
  /** Contents of the window; `null` while it is not open. */
  readonly ourContents: () => WebContents | null
}

/** Connects the gate to every channel of the contract. */
export function registerRequests({ ipcMain, gate, ourContents }: RegisterParts): void {
  for (const name of REQUEST_NAMES) {
    ipcMain.handle(requestChannel(name), (event, ...given: unknown[]) =>
      gate(name, senderOf(event, ourContents()), given)
    )
  }
}

/**
 * Reports one-way messages, which the contract does not have and Electron would ignore. Electron rejects an invoke on
 * an unknown channel.
 */
export function reportUnknownMessages(contents: WebContents, report: (channel: string) => void): void {
  contents.on('ipc-message', (_event, channel) => report(channel.slice(0, 100)))
}

function senderOf(event: IpcMainInvokeEvent, contents: WebContents | null): Sender {
  const frame = event.senderFrame
  return { isOurMainFrame: frame !== null && frame === contents?.mainFrame, url: frame?.url ?? null }
}
