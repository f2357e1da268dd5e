/**
 * Goes through the whole list with the turns that nobody else wants, oldest first, so that new records append at the
 * end: finds what changed far from the head, and what is gone.
 */
import { isWithin } from '../domain/clock.ts'
import { isTroubled } from '../domain/outcome.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { countKnown } from '../storage/known-images.ts'
import { type Pass, findOpenPass, lastCompletePass, lastEndedPass } from '../storage/passes.ts'
import type { Candidate } from '../storage/removals.ts'
import { type ListPassPorts, runListPass } from './list-pass.ts'
import type { RoundEnd } from './group-loop.ts'
import { showRecord } from './show-record.ts'
import type { Parts } from './group-parts.ts'

/** What could not be shown is asked for again. */
const AGAIN_MS = 10 * 60_000
/** Without any sign, and after a person asked. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const ASKED_GAP_MS = 10 * 60_000
/** The head tells of fewer records than are known here, or many seem gone. */
const SIGN_GAP_MS = 5 * 60_000
/** A pass of hours is not begun again as soon as it ended. */
const REST_SHARE = 2
/** How many were missing when the last pass had ended. */
const KNOWN_MISSING = 'missing:images'

export class ImagesScrub {
  readonly #ports: Parts
  readonly #readPage: ListPassPorts['readPage']
  #isRunning = false
  #isAsked = false
  /** Records known here that the head's total leaves no room for, and that nothing explains yet. */
  #missing = 0
  /** Candidates may be left that were not shown yet: so at the start. */
  #mayHaveUnproved = true
  /** When some could not be shown: monotonic ms. */
  #againAt: number | null = null

  constructor(ports: Parts, readPage: ListPassPorts['readPage']) {
    this.#ports = ports
    this.#readPage = readPage
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** A person asked for news. */
  ask(): void {
    const { db, clock } = this.#ports
    const complete = lastCompletePass(db, 'images')
    this.#isAsked = complete !== null && !isWithin(clock.now(), complete.endedAt ?? 0, ASKED_GAP_MS)
  }

  /** A complete pass has ended: what it missed seems gone. */
  judge(pass: number): void {
    this.#ports.removal.judge(pass)
    this.#note(this.#ports.removal.count)
    this.#mayHaveUnproved = true
  }

  /**
   * How many records the head told of, and how many are known here. What is missing still after a pass is known: the
   * person was asked, or the service counts in a way of its own.
   */
  compare({ told, known }: { readonly told: number; readonly known: number }): void {
    const missing = Math.max(0, known - told)
    this.#missing = missing === Number(readMeta(this.#ports.db, KNOWN_MISSING) ?? 0) ? 0 : missing
  }

  /** Never before the library was once read whole: until then the rounds see to that. */
  get isDue(): boolean {
    if (this.#isRunning) return false
    const complete = lastCompletePass(this.#ports.db, 'images')
    if (complete === null) return false
    return this.#mayHaveUnproved || this.#isAgainDue() || this.#ports.removal.hasMissed || this.#isPassDue(complete)
  }

  async run(): Promise<RoundEnd> {
    this.#isRunning = true
    return this.#goThrough().finally(() => {
      this.#isRunning = false
    })
  }

  async #goThrough(): Promise<RoundEnd> {
    if ((await this.#prove()) === 'interrupted') return 'interrupted'
    const complete = lastCompletePass(this.#ports.db, 'images')
    if (complete === null || !this.#isPassDue(complete)) return 'done'
    const { db } = this.#ports
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: findOpenPass(db, 'images', 'full')?.order ?? 'asc',
      readPage: this.#readPage
    })
    if (end.kind === 'interrupted') return 'interrupted'
    this.#isAsked = false
    this.#missing = 0
    if (end.kind === 'complete') this.judge(end.pass)
    else this.#note(this.#missingBy(lastEndedPass(db, 'images', 'full')))
    return this.#prove()
  }

  /** A pass that proves presence only leaves as many unexplained as its last total told. */
  #missingBy(pass: Pass | null): number {
    const known = countKnown(this.#ports.db, 'images')
    return Math.max(0, known - (pass?.total ?? known))
  }

  #note(missing: number): void {
    const { db } = this.#ports
    const before = readMeta(db, KNOWN_MISSING) ?? '0'
    if (before !== String(missing)) writeMeta(db, KNOWN_MISSING, String(missing))
  }

  #isPassDue(complete: Pass): boolean {
    const { db, clock, removal } = this.#ports
    if (findOpenPass(db, 'images', 'full') !== null) return true
    const now = clock.now()
    const last = lastEndedPass(db, 'images', 'full') ?? complete
    const isOlder = (pass: Pass, gapMs: number): boolean => !isWithin(now, pass.endedAt ?? 0, gapMs)
    const restMs = REST_SHARE * Math.max(0, (last.endedAt ?? 0) - last.startedAt)
    if (!isOlder(last, restMs)) return false
    if (this.#isAsked) return true
    const hasSign = !removal.isAsking && (this.#missing > 0 || removal.needsSecondPass)
    return isOlder(last, ROUTINE_GAP_MS) || (hasSign && isOlder(last, SIGN_GAP_MS))
  }

  #isAgainDue(): boolean {
    return this.#againAt !== null && this.#ports.clock.elapsed() >= this.#againAt
  }

  /** Shows the few that seem gone one by one: only the service's own 404 or 410 is a proof. */
  async #prove(): Promise<RoundEnd> {
    const { removal, clock } = this.#ports
    if (removal.takeMissed() || this.#isAgainDue()) this.#mayHaveUnproved = true
    this.#againAt = null
    let isTroubling = false
    for (const candidate of this.#mayHaveUnproved ? removal.unproved() : []) {
      const answer = await this.#show(candidate)
      if (answer === null) return 'interrupted'
      isTroubling ||= answer === 'troubled'
      if (answer !== 'gone') continue
      this.#note(removal.count)
      this.#missing = Math.max(0, this.#missing - 1)
    }
    this.#mayHaveUnproved = false
    if (isTroubling) this.#againAt = clock.elapsed() + AGAIN_MS
    return 'done'
  }

  /**
   * null = nothing was learned, and it is asked again. What is there after all is no candidate once it was read; what
   * is gone goes with the answer: between two shows there may be hours, and then another answer has come.
   */
  async #show({ record, serviceId }: Candidate): Promise<'gone' | 'other' | 'troubled' | null> {
    const { mirror, removal } = this.#ports
    const shown = await showRecord(this.#ports, serviceId, {
      lane: 'scrub',
      heard: async (heard) => {
        const { kind } = heard.outcome
        await mirror.takeShown(heard)
        if (kind === 'gone') removal.remove([record])
        if (kind === 'applied') removal.notePresent(record)
      }
    })
    if (shown === null) return null
    const { outcome } = shown
    if (outcome.kind === 'gone') return 'gone'
    if (isTroubled(outcome)) return 'troubled'
    return outcome.kind === 'applied' || outcome.kind === 'rejected' ? 'other' : null
  }
}
