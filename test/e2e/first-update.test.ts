/** A service whose update replaces the whole record: it damages one record, and the user decides about the others. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import { STANDARD } from '../../src/reference-service/dialects/dialects.ts'
import { pressInGrid } from '../../drivers/user.ts'
import { readStatus } from '../../drivers/window-bridge.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

let stage: Stage
let page: Page
const names = new Map<number, string | null>()

beforeAll(async () => {
  stage = await openStage({ images: 60, projects: 2, seed: 3, dialect: { ...STANDARD, put: 'replaces' } })
  for (const [id, { name }] of stage.service.truth.images) names.set(id, name)
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

/** Ids of the images whose name differs from the start. */
const harmed = (): number[] =>
  [...stage.service.truth.images].filter(([id, { name }]) => name !== names.get(id)).map(([id]) => id)
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()
const updated = () => new Set(stage.service.log.filter(({ method }) => method === 'PUT').map(({ path }) => path)).size

describe('the first update on a connection', () => {
  it('stops its batch after one record, and shows the changed fields', async () => {
    await pressInGrid(page, 'Control+a', 'f')
    await page.getByText(copy.firstUpdates.changedMore).first().waitFor()
    await page
      .getByText(pattern(copy.firstUpdates.change(copy.create.name, ANY, copy.firstUpdates.empty)))
      .first()
      .waitFor()
    expect([harmed().length, updated()]).toEqual([1, 1])
    const { running, needsAttention } = await readStatus(page)
    expect([needsAttention, running[0]?.pause?.why]).toEqual([1, 'changed-more'])
  })

  it('has its saved values restored by a button, and the others stay pending', async () => {
    await press(copy.firstUpdates.writeBack)
    await expectSoon(harmed).toEqual([])
    await page.getByText(copy.firstUpdates.writtenBack).first().waitFor()
    expect(updated()).toBe(1)
  })

  it('is stopped by a button, and no further record is damaged', async () => {
    await press(copy.banners.stop)
    await page.getByRole('dialog').getByRole('button', { name: copy.stopping.stop, exact: true }).click()
    await expectSoon(async () => (await readStatus(page)).waiting).toBe(0)
    await expectSoon(() => page.getByText(copy.firstUpdates.changedMore).count()).toBe(0)
    expect([harmed(), updated()]).toEqual([[], 1])
  })

  it('that only emptied a name is restored, and the others are sent with their names', async () => {
    stage.service.change({ dialect: { ...STANDARD, put: 'blanks-name' } })
    await pressInGrid(page, 'Control+a', 'f')
    await page
      .getByText(pattern(copy.firstUpdates.wouldChange(COUNT, copy.create.name)))
      .first()
      .waitFor()
    await press(copy.firstUpdates.writeBack)
    await expectSoon(async () => {
      const { waiting, needsAttention, running } = await readStatus(page)
      return [waiting, needsAttention, running.length]
    }).toEqual([0, 0, 0])
    expect(harmed()).toEqual([])
    expect([...stage.service.truth.images.values()].every(({ favorite }) => favorite)).toBe(true)
  })
})
