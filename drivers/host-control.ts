/** Asks a Chromium host that was started with a message channel; see tools/chromium-host/control.ts. */
import type { ChildProcess } from 'node:child_process'
import type { ControlAnswer, ControlCommands, ControlName } from '../tools/chromium-host/control.ts'

type Args<N extends ControlName> = ControlCommands[N]['args']
type Value<N extends ControlName> = ControlCommands[N]['value']

/** Rejects with the host's message, or when the host ends before it answers. */
export type HostControl = <N extends ControlName>(control: N, args: Args<N>) => Promise<Value<N>>

export function createHostControl(child: ChildProcess): HostControl {
  const waiting = new Map<number, (answer: ControlAnswer) => void>()
  const numbers = { last: 0 }
  child.on('message', (message) => {
    // The host sends nothing else on this channel.
    const answer = message as ControlAnswer
    waiting.get(answer.controlNumber)?.(answer)
    waiting.delete(answer.controlNumber)
  })
  child.on('exit', () => {
    for (const [controlNumber, settle] of waiting) settle({ controlNumber, error: 'The host has ended' })
    waiting.clear()
  })
  return async (control, args) => {
    const number = ++numbers.last
    const answered = new Promise<ControlAnswer>((resolve) => waiting.set(number, resolve))
    child.send({ control, number, args })
    const answer = await answered
    if (answer.error !== undefined) throw new Error(answer.error)
    // Typed by the same table on the host's side.
    return answer.value
  }
}
