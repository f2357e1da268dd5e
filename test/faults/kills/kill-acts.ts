/** What a person does in a program that is about to be killed: every verb, drawn at random. */
import type { Result } from '../../../src/shared/failure.ts'
import { FORM } from '../../helpers/create-form.ts'
import type { Chance } from '../history-chance.ts'
import type { KillLedger, Promised } from './kill-ledger.ts'
import { type LibraryFacts, readLibrary } from './kill-library.ts'
import type { Life } from './kill-life.ts'
import type { Look, Order } from './kill-orders.ts'

/** So many of the images may be deleted, and so many projects be left. */
const MOST_DELETIONS = 30
const LEAST_PROJECTS = 4

export interface ActPorts {
  readonly ledger: KillLedger
  readonly chance: Chance
  readonly file: string
  /** What the library held when it was last read. */
  readonly facts: () => LibraryFacts
  /** The key of somebody else is in use: what waits must go on waiting, or the account would be taken. */
  readonly isForeign: () => boolean
  /** Puts another key in: renewed, of somebody else, or the first one again. */
  readonly switchKey: (life: Life) => Promise<void>
  readonly onWrong: (what: string) => void
}

interface Changed {
  readonly changed: Uint32Array
}

export class KillActs {
  readonly #ports: ActPorts
  #deletions = 0
  #made = 0

  constructor(ports: ActPorts) {
    this.#ports = ports
  }

  /** Lets one thing happen; answers what. */
  async act(life: Life): Promise<string> {
    const { chance, isForeign } = this.#ports
    const free = isForeign() ? [] : [() => this.#undo(life), () => this.#undo(life), () => this.#stop(life)]
    const acts = [
      () => this.#star(life),
      () => this.#star(life),
      () => this.#star(life),
      () => this.#rename(life),
      () => this.#rename(life),
      () => this.#remove(life),
      () => this.#create(life),
      () => this.#removeProject(life),
      () => this.#hold(life),
      () => this.#pause(life),
      () => this.#look(life),
      () => this.#ports.switchKey(life).then(() => 'key'),
      ...free
    ]
    return chance.pick(acts)()
  }

  async #star(life: Life): Promise<string> {
    const { chance } = this.#ports
    const records = this.#some(chance.pick([1, 1, 3, 12, 40]))
    const favorite = chance.hits(0.6)
    const fields = { favorite }
    return this.#value(life, { do: 'star', records, favorite }, { records, fields })
  }

  async #rename(life: Life): Promise<string> {
    const { chance } = this.#ports
    const records = this.#some(1).filter((record) => this.#idOf(record) !== '')
    const name = `Name ${chance.below(1_000)}`
    const [record = 0] = records
    return this.#value(life, ask('renameImage', { record, name }), { records, fields: { name } })
  }

  async #remove(life: Life): Promise<string> {
    const { chance } = this.#ports
    const records = this.#some(Math.min(chance.pick([1, 1, 3]), MOST_DELETIONS - this.#deletions))
    this.#deletions += records.length
    return this.#value(life, { do: 'delete', records }, { records, fields: { isThere: false } })
  }

  /** A verb about records: those it changed show what was wanted. */
  async #value(life: Life, order: Order, wanted: { records: readonly number[]; fields: Promised }): Promise<string> {
    const { ledger } = this.#ports
    const { records, fields } = wanted
    if (records.length === 0) return 'nothing'
    ledger.begin(wanted)
    const answer = await life.order(order)
    this.#heard<Changed>(answer, ({ changed }) => {
      for (const record of changed) ledger.promise(record, this.#idOf(record), fields)
    })
    return `${JSON.stringify(fields)} of ${records.join(' ')}${answer === null ? ', not heard' : ''}`
  }

  async #create(life: Life): Promise<string> {
    const { ledger, chance } = this.#ports
    const name = chance.hits(0.2) ? 'Twin' : `Made ${(this.#made += 1)}`
    ledger.ordered.set(name, (ledger.ordered.get(name) ?? 0) + 1)
    ledger.begin({ records: [], fields: null })
    const answer = await life.order(ask('createImage', { form: { ...FORM, name } }))
    this.#heard<{ record: number }>(answer, ({ record }) => ledger.promise(record, '', { name, isThere: true }))
    return `create ${name}: ${answer === null ? 'not heard' : 'ordered'}`
  }

  async #removeProject(life: Life): Promise<string> {
    const { ledger, chance, facts } = this.#ports
    const left = facts().projects.filter(({ name, isThere }) => isThere && !ledger.projects.has(name))
    if (left.length <= LEAST_PROJECTS) return 'nothing'
    const { record, name } = chance.pick(left)
    ledger.projects.add(name)
    ledger.begin({ records: [], fields: null })
    this.#heard(await life.order(ask('deleteProject', { record })), () => undefined)
    return `delete ${name}`
  }

  async #undo(life: Life): Promise<string> {
    const batch = this.#batch()
    return this.#takeBack(life, batch, ask('undoBatch', { batch }))
  }

  async #stop(life: Life): Promise<string> {
    const batch = this.#batch()
    const isUndoing = this.#ports.chance.hits(0.5)
    return this.#takeBack(life, batch, ask('stopBatch', { batch, isUndoing }))
  }

  /** What it writes back is read where it stands; a kill before that leaves it open. */
  async #takeBack(life: Life, batch: number, order: Order): Promise<string> {
    const { ledger, file, facts } = this.#ports
    ledger.begin({ records: facts().itemsOf.get(batch) ?? [], fields: null })
    const answer = await life.order(order)
    // What was on its way when it was taken back may go once more.
    ledger.unheard += 8
    if (life.isKilled) return `take back ${batch}, not heard`
    this.#heard<Changed>(answer, ({ changed }) => ledger.adopt(changed, readLibrary(file)))
    return `take back ${batch} of ${(facts().itemsOf.get(batch) ?? []).join(' ')}`
  }

  async #hold(life: Life): Promise<string> {
    const { chance } = this.#ports
    const batch = this.#batch()
    const isHeld = chance.hits(0.4)
    const order = chance.hits(0.3) ? ask('sendBatchFirst', { batch }) : ask('setBatchHeld', { batch, isHeld })
    await life.order(order)
    return `hold ${batch} ${isHeld}`
  }

  async #pause(life: Life): Promise<string> {
    const isPaused = this.#ports.chance.hits(0.3)
    await life.order(ask('setPaused', { isPaused }))
    return isPaused ? 'pause' : 'resume'
  }

  /** I10: the count in the status is the count in the outbox. */
  async #look(life: Life): Promise<string> {
    const answer = await life.order({ do: 'look' })
    if (answer?.ok !== true) return 'look'
    // The value of this order.
    const { status, waiting, needsYou, isOneMoment } = answer.value as Look
    if (isOneMoment && (status.waiting !== waiting || status.needsYou !== needsYou)) {
      this.#ports.onWrong(
        `the status says ${status.waiting} and ${status.needsYou}, the outbox ${waiting} and ${needsYou}`
      )
    }
    return 'look'
  }

  /** A refusal is an answer too: then nothing has changed. */
  #heard<T>(answer: Result<unknown> | null, note: (value: T) => void): void {
    const { ledger, onWrong } = this.#ports
    if (answer === null) return
    if (answer.ok) note(answer.value as T)
    else if (!answer.failure.code.startsWith('unknown-')) onWrong(`a verb failed: ${JSON.stringify(answer.failure)}`)
    ledger.done()
  }

  #idOf(record: number): string {
    return this.#ports.facts().shown.get(record)?.id ?? ''
  }

  #some(count: number): number[] {
    const { chance, facts } = this.#ports
    const there = [...facts().shown.values()].filter(({ isThere }) => isThere).map(({ record }) => record)
    const from = chance.below(Math.max(1, there.length))
    return there.slice(from, from + Math.max(0, count))
  }

  #batch(): number {
    const { chance, facts } = this.#ports
    const { batches } = facts()
    return batches.length === 0 ? 0 : chance.pick(batches.slice(-30)).batch
  }
}

// The engine's requests by name; what they take is the caller's to know.
const ask = (name: Extract<Order, { do: 'ask' }>['name'], args: unknown): Order => ({ do: 'ask', name, args })
