/** Acts of the user in a program that is about to be killed: every verb, chosen at random. */
import type { BatchReceipt } from '../../../src/shared/batch.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { FORM } from '../../helpers/create-form.ts'
import type { Chance } from '../history-chance.ts'
import type { KillLedger, Promised } from './kill-ledger.ts'
import { type LibraryFacts, readLibrary } from './kill-library.ts'
import type { Life } from './kill-life.ts'
import type { Inspection, Order } from './kill-orders.ts'

/** Maximum number of deleted images, and minimum number of remaining projects. */
const MOST_DELETIONS = 30
const LEAST_PROJECTS = 4

export interface ActPorts {
  readonly ledger: KillLedger
  readonly chance: Chance
  readonly file: string
  /** The content of the library at its last read. */
  readonly facts: () => LibraryFacts
  /**
   * The key of another account is in use: changes must stay pending, otherwise the library would switch to that
   * account.
   */
  readonly isForeign: () => boolean
  /** Replaces the key: a renewed one, one of another account, or the first one again. */
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

  /** Performs one random act and returns its description. */
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
      () => this.#pauseBatch(life),
      () => this.#pause(life),
      () => this.#checkStatus(life),
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
    return this.#value(life, request('renameImage', { record, name }), { records, fields: { name } })
  }

  async #remove(life: Life): Promise<string> {
    const { chance } = this.#ports
    const records = this.#some(Math.min(chance.pick([1, 1, 3]), MOST_DELETIONS - this.#deletions))
    this.#deletions += records.length
    return this.#value(life, { do: 'delete', records }, { records, fields: { isThere: false } })
  }

  /**
   * Runs a verb on records and promises its value for all of its items: for two numbers of one image, the last value
   * counts even if it changed nothing.
   */
  async #value(life: Life, order: Order, wanted: { records: readonly number[]; fields: Promised }): Promise<string> {
    const { ledger, file } = this.#ports
    const { records, fields } = wanted
    if (records.length === 0) return 'nothing'
    ledger.begin(wanted)
    const answer = await life.order(order)
    this.#onResponse<{ readonly batch: BatchReceipt }>(answer, ({ batch: { batch } }) => {
      const { itemsOf, shown } = readLibrary(file)
      for (const record of itemsOf.get(batch) ?? []) ledger.promise(record, shown.get(record)?.id ?? '', fields)
    })
    return `${JSON.stringify(fields)} of ${records.join(' ')}${answer === null ? '; no response' : ''}`
  }

  async #create(life: Life): Promise<string> {
    const { ledger, chance } = this.#ports
    const name = chance.hits(0.2) ? 'Twin' : `Made ${(this.#made += 1)}`
    ledger.ordered.set(name, (ledger.ordered.get(name) ?? 0) + 1)
    ledger.begin({ records: [], fields: null })
    const answer = await life.order(request('createImage', { form: { ...FORM, name } }))
    this.#onResponse<{ record: number }>(answer, ({ record }) => ledger.promise(record, '', { name, isThere: true }))
    return `create ${name}: ${answer === null ? 'no response' : 'ordered'}`
  }

  async #removeProject(life: Life): Promise<string> {
    const { ledger, chance, facts } = this.#ports
    const left = facts().projects.filter(({ name, isThere }) => isThere && !ledger.projects.has(name))
    if (left.length <= LEAST_PROJECTS) return 'nothing'
    const { record, name } = chance.pick(left)
    ledger.projects.add(name)
    ledger.begin({ records: [], fields: null })
    this.#onResponse(await life.order(request('deleteProject', { record })), () => undefined)
    return `delete ${name}`
  }

  async #undo(life: Life): Promise<string> {
    const batch = this.#batch()
    return this.#cancel(life, batch, request('undoBatch', { batch }))
  }

  async #stop(life: Life): Promise<string> {
    const batch = this.#batch()
    const isUndoing = this.#ports.chance.hits(0.5)
    return this.#cancel(life, batch, request('stopBatch', { batch, isUndoing }))
  }

  /** Values restored by the verb are read from the library; a kill before that leaves the result open. */
  async #cancel(life: Life, batch: number, order: Order): Promise<string> {
    const { ledger, file, facts } = this.#ports
    ledger.begin({ records: facts().itemsOf.get(batch) ?? [], fields: null })
    const answer = await life.order(order)
    // Changes that were in flight when they were canceled may be sent once more.
    ledger.unheard += 8
    if (life.isKilled) return `cancel ${batch}; no response`
    this.#onResponse<Changed>(answer, ({ changed }) => ledger.adopt(changed, readLibrary(file)))
    return `cancel ${batch} of ${(facts().itemsOf.get(batch) ?? []).join(' ')}`
  }

  async #pauseBatch(life: Life): Promise<string> {
    const { chance } = this.#ports
    const batch = this.#batch()
    const isPaused = chance.hits(0.4)
    const order = chance.hits(0.3)
      ? request('sendBatchFirst', { batch })
      : request('setBatchPaused', { batch, isPaused })
    await life.order(order)
    return `${isPaused ? 'pause' : 'resume'} ${batch}`
  }

  async #pause(life: Life): Promise<string> {
    const isPaused = this.#ports.chance.hits(0.3)
    await life.order(request('setPaused', { isPaused }))
    return isPaused ? 'pause' : 'resume'
  }

  /** I10: the count in the status equals the count in the outbox. */
  async #checkStatus(life: Life): Promise<string> {
    const answer = await life.order({ do: 'inspect' })
    if (answer?.ok !== true) return 'inspect'
    // The value type of this order.
    const { status, waiting, needsAttention, isOneMoment } = answer.value as Inspection
    if (isOneMoment && (status.waiting !== waiting || status.needsAttention !== needsAttention)) {
      this.#ports.onWrong(
        `the status counts ${status.waiting} and ${status.needsAttention}, the outbox ${waiting} and ${needsAttention}`
      )
    }
    return 'inspect'
  }

  /** A refusal is a response, too, and means that nothing has changed. */
  #onResponse<T>(answer: Result<unknown> | null, note: (value: T) => void): void {
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

// Names of engine requests; the caller provides matching arguments.
const request = (name: Extract<Order, { do: 'ask' }>['name'], args: unknown): Order => ({ do: 'ask', name, args })
