/** Breaks each invariant on purpose, because a check that always passes may never have run. */
import { describe, expect, test } from 'vitest'
import { nextSequence } from '../../../src/main/engine/storage/meta.ts'
import { removeRecords } from '../../../src/main/engine/storage/removals.ts'
import type { ServiceRequest } from '../../../src/reference-service/exchange.ts'
import { dialectOf } from '../../../src/reference-service/dialects/dialects.ts'
import { isJsonBody } from '../../../src/shared/send.ts'
import { FORM } from '../../helpers/create-form.ts'
import { Chance } from '../history-chance.ts'
import { repairable, repairOne } from './decisions.ts'
import type { Ledger } from './ledger.ts'
import type { Act, HistoryPlan, Step, World } from './plan.ts'
import { playHistory, type Breaking } from './play-history.ts'
import { tryHistory } from './run-histories.ts'
import type { Invariant } from './violation.ts'

const MINUTE_MS = 60_000

/** The first seed with which an act makes this choice. */
function seedOf(matches: (chance: Chance) => boolean): number {
  for (let seed = 1; seed < 10_000; seed += 1) if (matches(new Chance(seed))) return seed
  throw new Error('no seed makes this choice')
}

const REQUESTED = seedOf((chance) => chance.pick(['online', 'focus', 'resume', 'user']) === 'user')
const step = (act: Act, afterMs = 0, seed = 3): Step => ({ act, seed, afterMs })

function planOf(steps: readonly Step[], more: World['switches'] = {}): HistoryPlan {
  const switches = { results: 'list', ...more } as const
  const world = { dialect: 'standard', switches, images: 8, projects: 3, perMinute: 0 } as const
  const network = { storeDelayMs: 0, latencyMs: 2, resends: false, lies: false, isTrusted: true }
  return { seed: 1, world: { ...world, ...network }, steps }
}

/** Changes each request before it arrives at the service and is recorded. */
function changeRequests({ rig }: Ledger, change: (request: ServiceRequest) => ServiceRequest): void {
  const handle = rig.service.handle.bind(rig.service)
  rig.service.handle = (request) => handle(change(request))
}

function requestPage({ rig }: Ledger, page: number): Promise<unknown> {
  const url = `${rig.groups().images.address}/api/v1/images?page=${page}`
  const request = { slot: 'images', method: 'GET', url, form: null, timeoutMs: 1_000 } as const
  return rig.send({ ...request, once: false, redirects: 'refuse' })
}

async function requestOften(ledger: Ledger, pageOf: (sent: number) => number): Promise<void> {
  for (let sent = 0; sent < 120; sent += 1) await requestPage(ledger, pageOf(sent))
}

/** Runs after the lists were read. */
function later({ rig }: Ledger, run: () => void): void {
  rig.clock.after(5_000, run)
}

const withBody = (request: ServiceRequest, change: (form: URLSearchParams) => void): ServiceRequest => {
  if (request.method !== 'PUT') return request
  const form = new URLSearchParams(request.body)
  change(form)
  return { ...request, body: form.toString() }
}

interface Case {
  readonly what: string
  readonly invariant: Invariant
  readonly steps: readonly Step[]
  readonly switches?: World['switches']
  readonly breaking: Breaking
}

const CASES: readonly Case[] = [
  {
    what: 'a file that has lost acknowledged changes',
    invariant: 'I1',
    steps: [step('rename'), step('kill')],
    breaking: ({ rig }) => {
      rig.down = 'offline'
      const start = rig.start.bind(rig)
      rig.start = () => {
        const run = start()
        run.db.run('DELETE FROM outbox')
        return run
      }
    }
  },
  {
    what: 'a create that is sent twice',
    invariant: 'I2',
    steps: [step('create', MINUTE_MS)],
    breaking: ({ rig }) => {
      const handle = rig.service.handle.bind(rig.service)
      rig.service.handle = async (request) => {
        if (request.method === 'POST') await handle(request)
        return handle(request)
      }
    }
  },
  {
    what: 'an update with outdated results',
    invariant: 'I3',
    steps: [step('wake', MINUTE_MS, REQUESTED), step('star', MINUTE_MS), step('star', MINUTE_MS, 4)],
    breaking: (ledger) => {
      const { images } = ledger.rig.service.store
      later(ledger, () => [...images.all().keys()].forEach((id) => images.put(id, { results: ['new'] })))
      changeRequests(ledger, (request) =>
        withBody(request, (form) => {
          form.delete('results[]')
          form.append('results[]', '')
        })
      )
    }
  },
  {
    what: 'a name that is lost after another change of its unfinished image was discarded',
    invariant: 'I1',
    steps: [step('wake')],
    breaking: (ledger) => {
      ledger.rig.down = 'offline'
      const { library, db } = ledger.run
      const made = library.createImage({ form: FORM })
      const record = made.ok ? made.value.record : 0
      library.setFavorite({ records: Uint32Array.of(record), favorite: true })
      library.renameImage({ record, name: 'Quay' })
      ledger.note([record])
      const star = repairable(ledger, 'waiting').find(({ kind }) => kind === 'favorite')
      if (star !== undefined) repairOne(ledger, star, 'discard', new Chance(1))
      db.run("DELETE FROM outbox WHERE kind = 'name'")
    }
  },
  {
    what: 'an update with the opposite value',
    invariant: 'I4',
    steps: [step('star', MINUTE_MS), step('star', MINUTE_MS, 4)],
    breaking: (ledger) =>
      changeRequests(ledger, (request) =>
        withBody(request, (form) => form.set('favorite', form.get('favorite') === '1' ? '0' : '1'))
      )
  },
  {
    what: 'an update with the opposite value, as JSON in a POST',
    invariant: 'I4',
    steps: [step('star', MINUTE_MS), step('star', MINUTE_MS, 4)],
    switches: { carrier: 'json', demands: 'strict', verbs: 'spoofed' },
    breaking: (ledger) =>
      changeRequests(ledger, (request) => {
        if (!isJsonBody(request.body)) return request
        const form = JSON.parse(request.body) as { readonly favorite: 0 | 1 }
        return { ...request, body: JSON.stringify({ ...form, favorite: 1 - form.favorite }) }
      })
  },
  {
    what: 'a receipt that differs from its items',
    invariant: 'I5',
    steps: [step('rename', MINUTE_MS)],
    breaking: (ledger) => later(ledger, () => ledger.run.db.run("UPDATE batch_items SET outcome = 'canceled'"))
  },
  {
    what: 'a record that is removed without proof',
    invariant: 'I6',
    steps: [step('wake', MINUTE_MS)],
    breaking: (ledger) =>
      later(ledger, () => {
        const { db } = ledger.run
        removeRecords(db, { records: ledger.rig.records(ledger.run).slice(0, 1), now: 1, sequence: nextSequence(db) })
      })
  },
  {
    what: 'a program without a concurrency limit',
    invariant: 'I7',
    steps: [step('wake', MINUTE_MS)],
    breaking: (ledger) =>
      later(ledger, () => {
        for (let sent = 0; sent < 7; sent += 1) void requestPage(ledger, sent)
      })
  },
  {
    what: 'a program without a rate limit',
    invariant: 'I7',
    steps: [step('wake', MINUTE_MS)],
    breaking: (ledger) => {
      const { service } = ledger.rig
      service.change({ perMinute: 110, dialect: dialectOf('standard', { rate: 'none' }) })
      later(ledger, () => void requestOften(ledger, (sent) => sent))
    }
  },
  {
    what: 'a request that is repeated endlessly',
    invariant: 'I7',
    steps: [step('wake', MINUTE_MS)],
    breaking: (ledger) => later(ledger, () => void requestOften(ledger, () => 1))
  },
  {
    what: 'a program that ignores Retry-After',
    invariant: 'I8',
    steps: [step('wake', MINUTE_MS, REQUESTED)],
    breaking: ({ rig }) => {
      rig.clock.after(3_000, () =>
        rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '50' } }) })
      )
      const send = rig.send.bind(rig)
      rig.send = async (request) => {
        const response = await send(request)
        return response.kind === 'response' && response.status === 429
          ? { ...response, status: 500, headers: {} }
          : response
      }
    }
  },
  {
    what: 'a key of another account that is mistaken for the own one',
    invariant: 'I9',
    steps: [step('star', MINUTE_MS), step('star', MINUTE_MS, 4)],
    breaking: (ledger) =>
      later(ledger, () => {
        ledger.rig.serviceFor = () => ledger.rig.other
      })
  },
  {
    what: 'a screen that counts one too many',
    invariant: 'I10',
    steps: [step('wake')],
    breaking: ({ run }) => {
      const { sync } = run
      const status = sync.status.bind(sync)
      sync.status = () => ({ ...status(), waiting: status().waiting + 1 })
    }
  },
  {
    what: 'a change that is postponed forever',
    invariant: 'end',
    steps: [step('create', 10_000)],
    breaking: (ledger) => {
      ledger.rig.down = 'offline'
      later(ledger, () => ledger.run.db.run('UPDATE outbox SET not_before = 9000000000000'))
    }
  },
  {
    what: 'a bug',
    invariant: 'thrown',
    steps: [step('wake', MINUTE_MS)],
    breaking: (ledger) =>
      later(ledger, () => {
        throw new Error('a bug')
      })
  }
]

describe('the checks', () => {
  test.each(CASES)('$invariant sees $what', async ({ invariant, steps, switches, breaking }) => {
    expect((await playHistory(planOf(steps, switches))).violation).toBeNull()
    expect((await playHistory(planOf(steps, switches), breaking)).violation?.invariant).toBe(invariant)
  })
})

test('a failing history is reduced to the relevant steps, and its report explains how to replay it', async () => {
  const [forgetful] = CASES
  if (forgetful === undefined) throw new Error('no case')
  const around = [step('wake', 1_000), step('star', 2_000), step('pause'), step('create', 3_000)]
  const failed = await tryHistory(planOf([...around, ...forgetful.steps, ...around]), forgetful.breaking)
  expect(failed?.invariant).toBe('I1')
  expect(failed?.lines[0]).toMatch(
    /^history 1: I1 is broken: \d+ is called "[^"]*", not "[^"]*"$|^history 1: I1 is broken/
  )
  expect(failed?.lines[1]).toContain(' of 10 steps suffice')
  const acts = failed?.lines.filter((line) => /; then \d/.test(line)).map((line) => line.trim().split(':')[0])
  expect(acts).toHaveLength(2)
  expect(acts).toContain('kill')
})
