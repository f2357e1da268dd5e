import { expect, test } from 'vitest'
import { create } from 'zustand'
import { imageDetail, imageRow } from '../../../../test/helpers/image-samples.ts'
import type { ImageDetail } from '../../../shared/change.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { createDetailLoader, type DetailState, NO_DETAIL } from './detail-loader.ts'

function harness() {
  const store = create<DetailState>()(() => NO_DETAIL)
  const reads: number[] = []
  const answers: ((answer: Result<ImageDetail>) => void)[] = []
  const refreshes: ((answer: Result<ImageDetail>) => void)[] = []
  const gone: string[] = []
  const loader = createDetailLoader({
    store,
    bridge: {
      getImage: ({ record }) => {
        reads.push(record)
        return new Promise((resolve) => answers.push(resolve))
      },
      getRecordHistory: async () => succeed([]),
      refreshImage: () => new Promise((resolve) => refreshes.push(resolve))
    },
    onGone: ({ code }) => void gone.push(code)
  })
  return { store, reads, answers, refreshes, gone, loader }
}
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
const detailOf = (record: number) => imageDetail({ row: imageRow({ record }) })

test('shows the image requested last, and skips those in between', async () => {
  const { store, reads, answers, loader } = harness()
  for (const record of [1, 2, 3]) loader.show(record)
  answers[0]?.(succeed(detailOf(1)))
  await settle()
  expect(store.getState().detail).toBeNull()
  answers[1]?.(succeed(detailOf(3)))
  await settle()
  expect(reads).toEqual([1, 3])
  expect(store.getState().detail?.row.record).toBe(3)
})

test('reads again only what changed', async () => {
  const { reads, answers, loader } = harness()
  loader.show(1)
  answers[0]?.(succeed(detailOf(1)))
  await settle()
  loader.onLibraryChanged({ records: Uint32Array.of(2) })
  loader.onLibraryChanged({ records: Uint32Array.of(1) })
  answers[1]?.(succeed(detailOf(1)))
  await settle()
  loader.onLibraryChanged({ records: null })
  expect(reads).toEqual([1, 1, 1])
})

test('keeps what is shown during the next read', async () => {
  const { store, answers, loader } = harness()
  loader.show(1)
  answers[0]?.(succeed(detailOf(1)))
  await settle()
  loader.onLibraryChanged({ records: null })
  expect(store.getState().detail?.row.record).toBe(1)
})

test('shows why the service returned nothing, and clears it with the image', async () => {
  const { store, answers, refreshes, loader } = harness()
  loader.show(1)
  answers[0]?.(succeed(detailOf(1)))
  await settle()
  const requests = loader.refresh()
  expect(store.getState().isRefreshing).toBe(true)
  refreshes[0]?.(fail('offline'))
  await settle()
  answers[1]?.(succeed(detailOf(1)))
  await requests
  expect(store.getState()).toMatchObject({ isRefreshing: false, failure: { code: 'offline' } })
  loader.show(2)
  expect(store.getState().failure).toBeNull()
})

test('ignores an answer about an image that is no longer shown', async () => {
  const { store, refreshes, loader } = harness()
  loader.show(1)
  const requests = loader.refresh()
  loader.show(2)
  refreshes[0]?.(fail('offline'))
  await requests
  expect(store.getState()).toMatchObject({ record: 2, failure: null, isRefreshing: false })
})

test('reports a record that the service no longer has, even after the panel moved on', async () => {
  const { gone, refreshes, loader } = harness()
  loader.show(1)
  const requests = loader.refresh()
  loader.show(2)
  refreshes[0]?.(fail('not-found'))
  await requests
  expect(gone).toEqual(['not-found'])
})
