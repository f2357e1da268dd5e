/**
 * The whole engine against services of many kinds, in virtual time: everything is read, and every verb arrives once.
 */
import { expect, test } from 'vitest'
import { dialectOf, type DialectName } from '../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { rigOf } from '../helpers/rigs.ts'
import { trust } from '../helpers/trust.ts'

const IMAGES = 110
const A_WHILE = 12 * 60_000

const SERVICES: readonly (readonly [DialectName, Partial<ServiceDialect>])[] = [
  ['A', {}],
  ['B', {}],
  ['C-array', {}],
  ['D-cursor', {}],
  ['E', {}],
  ['E-processing', {}],
  ['django', {}],
  ['rails', {}],
  ['jsonapi', {}],
  ['standard', { paging: 'from-zero' }],
  ['C-array', { paging: 'from-zero' }],
  ['standard', { verbs: 'spoofed' }],
  ['A', { verbs: 'spoofed' }],
  ['standard', { deletion: 'hides' }],
  ['standard', { deletion: 'flags' }],
  ['standard', { put: 'refused', demands: 'strict' }],
  ['standard', { favorite: 'words', filter: 'words' }],
  ['standard', { create: 'unnamed' }],
  ['standard', { size: 'capped', totals: 'missing' }]
]

test.each(SERVICES)('%s %j', async (name, changes) => {
  const rig = rigOf({ images: IMAGES, projects: 30 })
  rig.service.change({ dialect: dialectOf(name, changes) })
  const run = rig.start()
  await rig.firstPull(run)
  expect(rig.records(run)).toHaveLength(IMAGES)
  trust(rig, run)

  const [renamed = 0, doomed = 0, ...others] = rig.records(run)
  rig.setFavorite(run, others.slice(0, 5), true)
  rig.rename(run, renamed, 'A new name')
  rig.remove(run, [doomed])
  rig.create(run, { name: 'Made in every dialect' })
  await rig.clock.advance(A_WHILE)

  expect(run.sync.status()).toMatchObject({ waiting: 0, needsAttention: 0 })
  const truth = [...rig.service.truth.images.values()]
  expect(truth.filter((image) => image.name === 'Made in every dialect')).toHaveLength(1)
  expect(truth.filter((image) => image.name === 'A new name')).toHaveLength(1)
  expect(truth).toHaveLength(IMAGES)
  expect(rig.records(run)).toHaveLength(IMAGES)
  expect(rig.differences(run)).toEqual([])
})
