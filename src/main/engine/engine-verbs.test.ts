/** Every verb through both threads, against the reference service on this computer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { directSend } from '../../../test/helpers/direct-send.ts'
import { type EngineThreads, libraryAt, startEngineThreads } from '../../../test/helpers/engine-threads.ts'
import { valueOf } from '../../../test/helpers/temporary-library.ts'
import { type RunningService, startReferenceService } from '../../reference-service/server.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../reference-service/service-options.ts'
import { EMPTY_QUERY } from '../../shared/query.ts'
import { NO_FACETS } from '../../shared/image.ts'

let service: RunningService
let threads: EngineThreads

beforeEach(async () => {
  service = await startReferenceService({ images: 30, projects: 4, perMinute: 0 })
  threads = startEngineThreads(directSend({ images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY }), () => 0)
  valueOf(await threads.engine.openLibrary(libraryAt(threads.file, service.url)))
  await settled()
})
afterEach(async () => {
  await threads.dispose()
  await service.close()
})

const settled = (): Promise<unknown> =>
  threads.until(
    ({ waiting, images, projects }) => waiting === 0 && images.state === 'up-to-date' && projects.state === 'up-to-date'
  )

async function newest(): Promise<number> {
  const { numbers } = valueOf(await threads.engine.request('openView', { query: EMPTY_QUERY }))
  return numbers[0] ?? 0
}

describe('verbs', { timeout: 60_000 }, () => {
  it('creates, renames, undoes, and reports the result of each', async () => {
    const { engine } = threads
    const form = {
      name: 'Ferry',
      description: 'A ferry',
      resolution: '256x256',
      ...NO_FACETS
    }
    const { record, batch } = valueOf(await engine.request('createImage', { form }))
    expect([await newest(), batch.verb]).toEqual([record, 'create'])
    await settled()
    const created = valueOf(await engine.request('getImage', { record }))
    expect(created).toMatchObject({ description: 'A ferry', row: { name: 'Ferry', stage: null, mark: 'none' } })
    expect(service.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/images'))).toHaveLength(1)
    const renamed = valueOf(await engine.request('renameImage', { record, name: 'Boat' }))
    await settled()
    expect([...service.truth.images.values()].map(({ name }) => name)).toContain('Boat')
    const undone = valueOf(await engine.request('undoBatch', { batch: renamed.batch.batch }))
    expect(undone).toMatchObject({ restored: 1, batch: { verb: 'undo' } })
    await settled()
    expect(valueOf(await engine.request('refreshImage', { record })).row.name).toBe('Ferry')
    const { rows } = valueOf(await engine.request('listBatches', { before: null, limit: 10 }))
    expect(rows.map(({ verb, done, canUndo }) => [verb, done, canUndo])).toEqual([
      ['undo', 1, true],
      ['rename', 1, false],
      ['create', 1, false]
    ])
    expect(valueOf(await engine.request('getRecordHistory', { record }))).toHaveLength(3)
  })

  it('delays deletions so that they can be undone, and shows them in the status', async () => {
    const { engine } = threads
    const record = await newest()
    const target = { kind: 'records', numbers: Uint32Array.of(record) } as const
    const { batch } = valueOf(await engine.deleteImages({ target }))
    expect(valueOf(await engine.request('getSyncStatus', null)).images.deletions).toEqual({
      count: 1,
      at: batch.graceEndsAt
    })
    expect(await newest()).not.toBe(record)
    expect(valueOf(await engine.request('undoBatch', { batch: batch.batch }))).toMatchObject({
      batch: null,
      restored: 1
    })
    expect([await newest(), service.truth.images.size]).toEqual([record, 30])
  })

  it('deletes a project at once, and the list no longer shows it', async () => {
    const { engine } = threads
    const query = { search: '', searchBy: 'project', sortBy: 'project', sort: 'asc' } as const
    const page = async () => valueOf(await engine.request('listProjects', { query, offset: 0, limit: 10 }))
    const [first] = (await page()).rows
    if (first === undefined) throw new Error('no project listed')
    valueOf(await engine.request('deleteProject', { record: first.record }))
    await settled()
    expect([(await page()).total, service.truth.projects.size]).toEqual([3, 3])
  })

  it('reports unknown records and batches', async () => {
    const { engine } = threads
    const asked = await Promise.all([
      engine.request('getImage', { record: 999 }),
      engine.request('renameImage', { record: 999, name: 'x' }),
      engine.request('deleteProject', { record: 999 })
    ])
    for (const result of asked) expect(result).toMatchObject({ ok: false, failure: { code: 'unknown-record' } })
    const batch = { batch: 999 }
    for (const result of [await engine.request('undoBatch', batch), await engine.request('sendBatchFirst', batch)]) {
      expect(result).toMatchObject({ ok: false, failure: { code: 'unknown-batch' } })
    }
  })
})
