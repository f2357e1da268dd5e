/**
 * One library and one service, and repeated kills: a process opens the library, acts as the user, is killed at a random
 * moment, and the next one continues. The first ones find a library with pending favorites. In the end everything is
 * sent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningService, startReferenceService } from '../../../src/reference-service/server.ts'
import { libraryAt } from '../../helpers/engine-threads.ts'
import { SPEED } from '../fast-clock.ts'
import type { Chance } from '../history-chance.ts'
import { KillActs } from './kill-acts.ts'
import { checkDrained, checkKilled, type Finding } from './kill-checks.ts'
import { drainLibrary } from './kill-drain.ts'
import { KillLedger } from './kill-ledger.ts'
import { type LibraryFacts, readAfterKill, readLibrary } from './kill-library.ts'
import { Life } from './kill-life.ts'
import { type RunningRound, pickMoment, type Moment } from './kill-moments.ts'
import type { Account, Order } from './kill-orders.ts'
import { writeStarsOf } from '../found-stars.ts'

const START = Date.UTC(2026, 0, 2)
const MINUTE = 60_000

export class KillRound {
  readonly findings: Finding[] = []
  /** The events, one per line. */
  readonly history: string[] = []
  readonly ledger = new KillLedger()
  readonly service: RunningService
  readonly file: string
  readonly #other: RunningService
  readonly #folder: string
  readonly #cache: string
  readonly #chance: Chance
  readonly #acts: KillActs
  #facts: LibraryFacts
  #account: Account
  readonly #going: RunningRound
  /** Number of answered verbs, and the waiters for certain numbers. */
  #answered = 0
  #waiting: { readonly at: number; readonly resolve: () => void }[] = []
  /** ms since epoch, of the clocks of the processes. */
  #now = START
  #lives = 0
  /** Started in advance, without an open library. */
  #nextLife: Life
  #isClosing = false
  /** One of the processes has opened the library. */
  #wasOpened = false

  private constructor(parts: { service: RunningService; other: RunningService; chance: Chance; cache: string }) {
    this.service = parts.service
    this.#other = parts.other
    this.#chance = parts.chance
    this.#cache = parts.cache
    this.#folder = mkdtempSync(join(tmpdir(), 'proofsheet-kill-'))
    this.file = join(this.#folder, 'library.db')
    this.#account = { keyHash: 'images-key', service: this.service.url }
    for (const record of writeStarsOf(this.file, this.service)) this.ledger.promise(record, '', { favorite: true })
    this.#facts = readLibrary(this.file)
    this.#acts = new KillActs({
      ledger: this.ledger,
      chance: this.#chance,
      file: this.file,
      facts: () => this.#facts,
      isForeign: () => this.#isForeign,
      switchKey: (life) => this.#switchKey(life),
      onWrong: (what) => this.#noteWrong(what)
    })
    this.#going = { service: this.service, verbsAnswered: (count) => this.#verbsAnswered(count) }
    this.#nextLife = this.#spawn()
  }

  /** `cache`: a folder where compiled code is kept between processes. */
  static async begin(chance: Chance, cache: string): Promise<KillRound> {
    const seed = chance.below(1_000_000)
    const options = { perMinute: 0, responseDelayMs: 6, storeDelayMs: 60 }
    const service = await startReferenceService({ images: 120, projects: 12, seed, ...options })
    const other = await startReferenceService({ images: 30, projects: 0, seed: seed + 1, ...options })
    // Two accounts that share a name under one id could be mistaken for one.
    for (const id of other.truth.images.keys()) other.store.images.put(id, { name: `Somebody else's ${id}` })
    return new KillRound({ service, other, chance, cache })
  }

  /** Opens, plays, and kills once. */
  async kill(): Promise<void> {
    const life = await this.#next()
    const moment = pickMoment(this.#chance, !this.#wasOpened)
    this.history.push(`${life.instanceId}: ${moment.when}`)
    const start = performance.now()
    const opening = life.order(this.#openOrder())
    if (moment.when !== 'start') await this.#play(life, moment, await opening)
    else await moment.comes(this.#going)
    await life.kill()
    const opened = await opening
    this.#pass(performance.now() - start)
    this.#checkAfterKill(life, opened?.ok === true)
  }

  /** Sends everything, and compares both sides. */
  async drain(): Promise<void> {
    this.#account = { keyHash: 'images-key', service: this.service.url }
    const stuck = await drainLibrary({
      file: this.file,
      next: () => this.#next(),
      open: () => this.#openOrder(),
      pass: (ms) => this.#pass(ms)
    })
    for (const what of stuck) this.findings.push({ fault: 'stuck', what })
    this.#facts = readAfterKill(this.file)
    if (stuck.length === 0) this.findings.push(...checkDrained({ ...this.#scene(), instanceId: null }))
  }

  async dispose(): Promise<void> {
    await this.#nextLife.kill()
    await Promise.all([this.service.close(), this.#other.close()])
    // After a finding the file contains more information than the history.
    if (this.findings.length > 0) this.history.push(`The library of this history is kept in ${this.#folder}.`)
    else rmSync(this.#folder, { recursive: true, force: true })
  }

  get #isForeign(): boolean {
    return this.#account.service === this.#other.url
  }

  #scene() {
    return { ledger: this.ledger, facts: this.#facts, service: this.service, other: this.#other }
  }

  #spawn(): Life {
    this.#lives += 1
    return new Life(`life-${this.#lives}`, this.#cache)
  }

  /** Starts the next process while this one plays. */
  async #next(): Promise<Life> {
    const life = this.#nextLife
    await life.ready
    this.#nextLife = this.#spawn()
    return life
  }

  #library() {
    const library = libraryAt(this.file, this.service.url)
    return { ...library, images: { ...library.images, keyHash: this.#account.keyHash } }
  }

  #openOrder(): Order {
    return { do: 'open', library: this.#library(), account: this.#account, now: this.#now }
  }

  /** Advances the time of the processes; sometimes adds time in which none of them runs. */
  #pass(realMs: number): void {
    this.#now += Math.round(realMs * SPEED) + (this.#chance.hits(0.2) ? this.#chance.below(6 * MINUTE) : 0)
  }

  async #play(life: Life, moment: Moment, opened: Awaited<ReturnType<Life['order']>>): Promise<void> {
    if (opened?.ok !== true) {
      this.findings.push({ fault: 'stuck', what: `the library does not open: ${JSON.stringify(opened)}` })
      return
    }
    this.#wasOpened = true
    const acting = this.#actWhile(life)
    await moment.comes(this.#going)
    if (moment.when === 'close') {
      this.#isClosing = true
      void life.order({ do: this.#chance.pick(['close', 'stop'] as const) })
      await moment.closes()
    }
    await life.kill()
    await acting
    this.#isClosing = false
  }

  /** Refusals of a closing program are expected; the changes it accepted must still be kept. */
  #noteWrong(what: string): void {
    if (!this.#isClosing) this.findings.push({ fault: 'wrong', what })
  }

  async #actWhile(life: Life): Promise<void> {
    while (!life.isKilled) {
      this.history.push(`  ${await this.#acts.act(life)}`)
      this.#answered += 1
      for (const { at, resolve } of this.#waiting) if (at <= this.#answered) resolve()
    }
  }

  #verbsAnswered(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (count === 0) resolve()
    this.#waiting = [{ at: this.#answered + count, resolve }]
    return promise
  }

  #checkAfterKill(life: Life, isOpen: boolean): void {
    const shownBefore = this.#facts.shown
    this.#facts = readAfterKill(this.file)
    this.ledger.unheard += this.#facts.outbox.filter(({ isInFlight }) => isInFlight === 1).length
    for (const what of life.problems) this.findings.push({ fault: 'wrong', what })
    this.findings.push(...checkKilled({ ...this.#scene(), shownBefore, instanceId: isOpen ? life.instanceId : null }))
  }

  /** Switches to a renewed key of the same account, that of the other account, or the first one again. */
  async #switchKey(life: Life): Promise<void> {
    const first = { keyHash: 'images-key', service: this.service.url }
    const renewed = { keyHash: 'renewed-key', service: this.service.url }
    const foreign = { keyHash: 'their-key', service: this.#other.url }
    const account = this.#chance.pick(this.#isForeign ? [first, renewed] : [first, renewed, foreign])
    if (account === foreign && !(await this.#ensurePending(life))) return
    this.#account = account
    await life.order({ do: 'switch', library: this.#library(), account })
  }

  /** Ensures a pending change, because without one the library would rightly switch to the other account. */
  async #ensurePending(life: Life): Promise<boolean> {
    await life.order({ do: 'ask', name: 'setPaused', args: { isPaused: true } })
    const record = this.#facts.shown.values().find(({ isThere, id }) => isThere && id !== '')
    if (record === undefined) return false
    this.ledger.begin({ records: [record.record], fields: { favorite: !record.favorite } })
    const starred = await life.order({ do: 'star', records: [record.record], favorite: !record.favorite })
    if (starred?.ok !== true) return false
    this.ledger.done()
    this.ledger.promise(record.record, record.id, { favorite: !record.favorite })
    return readLibrary(this.file).outbox.some(({ record: one }) => one === record.record)
  }
}
