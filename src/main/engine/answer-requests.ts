/** Answers the requests of main by a table of handlers; a bug in one is a failure of that one call. */
import { type Result, fail } from '../../shared/failure.ts'
import type { Channel } from './channel.ts'
import { failureOfStorage } from './storage/storage-failure.ts'

type Requests = Readonly<Record<string, { args: unknown; value: unknown }>>

export type Handlers<R extends { [N in keyof R]: { args: unknown; value: unknown } }> = {
  readonly [N in keyof R]: (args: R[N]['args']) => Result<R[N]['value']> | Promise<Result<R[N]['value']>>
}

/** Answers every request that comes in; the arguments were checked in main, which made them. */
export function answerRequests<R extends { [N in keyof R]: { args: unknown; value: unknown } }>(
  channel: Channel,
  handlers: Handlers<R>
): void {
  // The protocol types name and arguments together; a message carries them as two plain values.
  const table = handlers as unknown as Handlers<Requests>
  channel.onMessage((message) => {
    if (message.kind !== 'request') return
    const { id, name, args } = message
    void answer(table, name, args).then((result) => channel.post({ kind: 'answer', id, result }))
  })
}

async function answer(table: Handlers<Requests>, name: string, args: unknown): Promise<Result<unknown>> {
  const handler = Object.hasOwn(table, name) ? table[name] : undefined
  if (handler === undefined) return fail('internal', { detail: 'unknown request' })
  try {
    return await handler(args)
  } catch (bug) {
    // A page that cannot be read may be met by any request.
    const failure = failureOfStorage(bug)
    if (failure !== null) return { ok: false, failure }
    // Name only: the text of an error may hold what must not leave the engine.
    return fail('internal', { detail: bug instanceof Error ? bug.name : 'error' })
  }
}
