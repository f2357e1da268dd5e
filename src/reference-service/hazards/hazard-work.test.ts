/** Checks `work` of each hazard for each of its writes, and that every dialect responds under every hazard. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCaller, callWire } from '../../../test/helpers/call-service.ts'
import { NO_FACETS } from '../../shared/image.ts'
import { DIALECT_NAMES, STANDARD, dialectOf } from '../dialects/dialects.ts'
import { writeId } from '../dialects/wire-values.ts'
import { startFront, type Front } from '../front/front.ts'
import type { ReferenceService } from '../reference-service.ts'
import type { Operation } from '../routes.ts'
import { startReferenceService, type RunningService } from '../server.ts'
import { WRITES, type Hazard } from './hazard.ts'
import { HAZARDS } from './hazards.ts'
import { faultHook, playOf, wireHook } from './play-hazard.ts'

const IMAGES = '/api/v1/images'
const PROJECT = 'work.example'

type Store = ReferenceService['store']

type Lines = Readonly<Record<Operation, readonly [line: string, form?: string | undefined]>>

/** State before the work: the number of images, and one that may be deleted. */
interface Before {
  readonly size: number
  readonly doomed: number
}

interface Work {
  readonly line: (before: Before) => string
  readonly form?: string
  readonly isDone: (store: Store, before: Before) => boolean
}

const WORKS: Readonly<Record<(typeof WRITES)[number], Work>> = {
  'store-image': {
    line: () => `POST ${IMAGES}`,
    form: 'name=Koi&description=Five+koi&resolution=512x512',
    isDone: ({ images }, { size }) => images.size === size + 1
  },
  'update-image': {
    line: () => `PUT ${IMAGES}/5`,
    form: 'name=Another+name&favorite=1&results[]=a',
    isDone: ({ images }) => images.get(5)?.favorite === true
  },
  'delete-image': {
    line: ({ doomed }) => `DELETE ${IMAGES}/${doomed}`,
    isDone: ({ images }, { doomed }) => images.get(doomed) === null
  },
  'delete-project': {
    line: () => `DELETE /api/v1/projects/${PROJECT}`,
    isDone: ({ projects }) => projects.get(PROJECT) === null
  }
}

const PLAIN = { ...NO_FACETS, resolution: '512x512' } as const

function prepare({ images, projects }: Store): Before {
  images.put(5, { favorite: false })
  projects.put({ project: PROJECT, reports: 1, result: '1.00', createdAt: 0 })
  const { id } = images.add({ ...PLAIN, name: 'Doomed', description: 'To be deleted' })
  return { size: images.size, doomed: id }
}

const writesOf = ({ operations }: Hazard): readonly (typeof WRITES)[number][] =>
  WRITES.filter((operation) => operations.includes(operation))

const cases = HAZARDS.flatMap((hazard) => writesOf(hazard).map((operation) => ({ hazard, operation })))
const inService = cases.filter(({ hazard: { level } }) => level === 'response' || level === 'bytes')
// Compressing the bomb for each response is slow, and its work is the same as that of similar hazards.
const light = inService.filter(({ hazard }) => hazard.id !== 'gzip-bomb')
// Hazards without a response are tested one by one in hazards.test.ts; a redirect never reaches the service.
const onWire = cases.filter(({ hazard }) => hazard.level === 'wire' && hazard.wire.kind !== 'redirect')
const answered = onWire.filter(({ hazard: { id } }) => !['silent', 'stalled-body', 'reset-reused'].includes(id))

describe('the work of a write', () => {
  test.each(light)('$hazard.id on $operation: $hazard.work', async ({ hazard, operation }) => {
    const { reply, service } = createTestCaller({ faults: faultHook([playOf(hazard)]) })
    const before = prepare(service.store)
    const { line, form, isDone } = WORKS[operation]
    await reply(line(before), form === undefined ? {} : { form })
    expect(isDone(service.store, before)).toBe(hazard.work === 'done')
  })
})

describe('a rejected write', () => {
  const says = HAZARDS.filter(({ id }) => ['no-content', 'empty', 'bare-done'].includes(id))
  const refusals = says.flatMap((hazard) => (['status', 'inside'] as const).map((failures) => ({ hazard, failures })))

  test.each(refusals)(
    'is not reported as a success by $hazard.id, with failures=$failures',
    async ({ hazard, failures }) => {
      const { reply, service } = createTestCaller({ dialect: { ...STANDARD, failures } })
      const refused = () => reply(`PUT ${IMAGES}/5`, { form: 'favorite=perhaps' })
      const plain = await refused()
      service.change({ faults: faultHook([playOf(hazard)]) })
      expect(plain).toMatchObject({ response: { body: expect.stringContaining('422') } })
      expect(await refused()).toEqual(plain)
    }
  )
})

describe('the work of a write behind a front', () => {
  let service: RunningService
  let front: Front
  beforeAll(async () => {
    service = await startReferenceService({ images: 9, projects: 1, perMinute: 0 })
    front = await startFront({ target: service.url, wait: async () => undefined })
  })
  afterAll(async () => {
    await front.close()
    await service.close()
  })

  test.each(answered)('$hazard.id on $operation: $hazard.work', async ({ hazard, operation }) => {
    front.change(wireHook([playOf(hazard)]))
    const before = prepare(service.store)
    const { line, form, isDone } = WORKS[operation]
    // A lost response rejects; only the work matters here.
    await Promise.allSettled([callWire(front.url, line(before), form === undefined ? {} : { form })])
    expect(isDone(service.store, before)).toBe(hazard.work === 'done')
  })
})

describe('a dialect responds under every hazard', () => {
  const hazards = HAZARDS.filter(({ level }) => level === 'response')

  test.each(DIALECT_NAMES)('%s', async (name) => {
    const dialect = dialectOf(name)
    const { reply, service } = createTestCaller({ dialect, images: 300 })
    const lines = (doomed: number): Lines => ({
      'list-images': [`GET ${IMAGES}?per_page=10`],
      'show-image': [`GET ${IMAGES}/${writeId(dialect.ids, 5)}`],
      'store-image': [`POST ${IMAGES}`, WORKS['store-image'].form],
      'update-image': [`PUT ${IMAGES}/${writeId(dialect.ids, 5)}`, WORKS['update-image'].form],
      'delete-image': [`DELETE ${IMAGES}/${writeId(dialect.ids, doomed)}`],
      'list-projects': ['GET /api/v1/projects?per_page=10'],
      'delete-project': [`DELETE /api/v1/projects/${PROJECT}`]
    })
    for (const hazard of hazards) {
      service.change({ faults: faultHook([playOf(hazard)]) })
      for (const operation of hazard.operations) {
        const { doomed } = prepare(service.store)
        const [line, form] = lines(doomed)[operation]
        const got = await reply(line, form === undefined ? {} : { form })
        expect(got).toMatchObject({ kind: 'response', response: { body: expect.any(String) } })
      }
    }
    expect(service.log.entries.every(({ status }) => status !== null)).toBe(true)
  })
})
