/** The checked entry of the window's requests: sender, shape, size; then the handler; a Result whatever happens. */
import type { RequestArgs, RequestName, RequestValue } from '../../shared/bridge.ts'
import { fail, type Result } from '../../shared/failure.ts'
import { schemaOf } from './schemas.ts'
import { isTrustedSender, type Sender, type SenderRule } from './sender-rule.ts'

/** One handler for each request; a missing one does not compile. */
export type RequestHandlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Promise<Result<RequestValue<N>>>
}

export interface GateParts {
  readonly handlers: RequestHandlers
  readonly rule: SenderRule
  /** Told of every refusal and every bug, with the channel's name and no argument. */
  readonly report: (
    event: 'foreign-sender' | 'bad-arguments' | 'handler-threw',
    request: RequestName,
    why: unknown
  ) => void
}

export type Gate = (name: RequestName, sender: Sender, given: readonly unknown[]) => Promise<Result<unknown>>

/** Never rejects. What a handler throws is a bug: reported here, and told to the window without its text. */
export function createGate(parts: GateParts): Gate {
  return async (name, sender, given) => {
    if (!isTrustedSender(sender, parts.rule)) {
      parts.report('foreign-sender', name, sender.url)
      return fail('internal', { detail: 'Not asked by the window' })
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
 * Exactly one argument of the request's shape. The failure says where and which rule, never what was given:
 * it may be a key.
 */
export function parseArguments<N extends RequestName>(name: N, given: readonly unknown[]): Result<RequestArgs<N>> {
  if (given.length !== 1) return fail('arguments-invalid', { detail: `${given.length} arguments` })
  const parsed = schemaOf(name).safeParse(given[0])
  // Lookup by a generic name loses which schema it is; each is made from the row that the type is made from.
  if (parsed.success) return { ok: true, value: parsed.data as RequestArgs<N> }
  const issue = parsed.error.issues[0]
  // The first name is the contract's own; further down the path may hold the keys of a record, as they were given.
  return fail('arguments-invalid', { detail: `${String(issue?.path[0] ?? '')}: ${issue?.code ?? ''}` })
}

function handle<N extends RequestName>(
  handlers: RequestHandlers,
  name: N,
  args: RequestArgs<N>
): Promise<Result<RequestValue<N>>> {
  return handlers[name](args)
}
