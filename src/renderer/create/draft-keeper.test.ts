import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { RecordEvent } from '../../shared/batch.ts'
import type { CreateDraft, CreateForm } from '../../shared/change.ts'
import { fail, type Result, succeed } from '../../shared/failure.ts'
import { changeForm, closeCreate, EMPTY_FORM, openCreate, useCreate } from '../stores/create-store.ts'
import { keepDraft } from './draft-keeper.ts'

beforeEach(() => useCreate.setState(useCreate.getInitialState(), true))

const LIGHTHOUSE: CreateForm = { ...EMPTY_FORM, name: 'Lighthouse', description: 'A lighthouse' }
const LEFT: CreateDraft = { form: LIGHTHOUSE, isOpen: true, keepsOpen: false, record: null }
const REFUSED: RecordEvent = {
  at: 5,
  origin: 'here',
  batch: 3,
  field: 'record',
  before: null,
  after: true,
  status: 'needsAttention',
  failure: { code: 'refused-fields', fields: { style: ['Not offered.'] } },
  sent: null
}

/** A main process with an earlier draft, whose pauses end on request. */
function setUp(left: CreateDraft | null = null) {
  const saved: (CreateDraft | null)[] = []
  const pauses = new Set<() => void>()
  const disk: { answer: Result<null> } = { answer: succeed(null) }
  const history: { events: readonly RecordEvent[] } = { events: [] }
  const known: { form: Result<CreateForm> } = { form: succeed(LIGHTHOUSE) }
  const end = keepDraft({
    bridge: {
      getCreateDraft: async () => succeed(left),
      saveCreateDraft: async ({ draft }) => {
        saved.push(draft)
        return disk.answer
      },
      getCreateForm: async () => known.form,
      getRecordHistory: async () => succeed(history.events)
    },
    now: () => 1_000,
    after: (run) => {
      pauses.add(run)
      return () => pauses.delete(run)
    }
  })
  onTestFinished(end)
  const endPauses = async () => {
    for (const run of pauses) run()
    pauses.clear()
    await settled()
  }
  return { saved, disk, history, known, end, endPauses }
}

/** Resolves after the answers, which take a few turns of the queue. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('the draft', () => {
  it('of the last run is restored without being saved again', async () => {
    const { saved, endPauses } = setUp(LEFT)
    await settled()
    expect(useCreate.getState()).toMatchObject({ form: LIGHTHOUSE, isOpen: true })
    await endPauses()
    expect(saved).toEqual([])
  })

  it('is saved once for a burst, with its last state', async () => {
    const { saved, endPauses } = setUp()
    await settled()
    openCreate()
    changeForm({ name: 'L' })
    changeForm({ name: 'Li' })
    await endPauses()
    expect(saved).toEqual([{ ...LEFT, form: { ...EMPTY_FORM, name: 'Li' } }])
    expect(useCreate.getState().saving).toEqual({ at: 1_000 })
    closeCreate()
    await endPauses()
    expect(saved.at(-1)).toMatchObject({ isOpen: false, form: { name: 'Li' } })
  })

  it('is saved on stop if it has unsaved changes, and never after that', async () => {
    const { saved, end, endPauses } = setUp()
    await settled()
    changeForm({ name: 'L' })
    end()
    expect(saved).toEqual([{ ...LEFT, isOpen: false, form: { ...EMPTY_FORM, name: 'L' } }])
    end()
    changeForm({ name: 'Later' })
    await endPauses()
    expect(saved).toHaveLength(1)
  })

  it('reports why it could not be saved', async () => {
    const { disk, endPauses } = setUp()
    await settled()
    disk.answer = fail('disk-full')
    changeForm({ name: 'L' })
    await endPauses()
    expect(useCreate.getState().saving).toEqual({ failure: { code: 'disk-full' } })
  })

  it('typed before the last one is restored is not lost, and neither is the last one', async () => {
    const { saved, endPauses } = setUp(LEFT)
    openCreate({ name: 'Pear' })
    await settled()
    expect(useCreate.getState()).toMatchObject({ form: { name: 'Pear' }, aside: { form: LIGHTHOUSE } })
    await endPauses()
    changeForm({ name: 'Pears' })
    await endPauses()
    expect(saved.at(-1)).toMatchObject({ form: { name: 'Pears' } })
  })
})

describe('an edited create', () => {
  it('restores its form and the reason of its refusal', async () => {
    const { history, saved, endPauses } = setUp()
    await settled()
    history.events = [{ ...REFUSED, field: 'favorite', status: 'waiting', failure: null }, REFUSED]
    openCreate(undefined, 7)
    await endPauses()
    expect(useCreate.getState()).toMatchObject({ form: LIGHTHOUSE, failure: REFUSED.failure, isLoading: false })
    expect(saved).not.toContainEqual(expect.objectContaining({ form: EMPTY_FORM }))
  })

  it('shows the reason of its refusal again after a restart, and keeps the text', async () => {
    const form = { ...LIGHTHOUSE, name: 'Lighthouse 2' }
    const { history } = setUp({ ...LEFT, form, record: 7 })
    history.events = [REFUSED]
    await settled()
    expect(useCreate.getState()).toMatchObject({ form, refusedForm: LIGHTHOUSE, failure: REFUSED.failure })
  })

  it('becomes a new one if the library does not know it', async () => {
    const { known } = setUp()
    await settled()
    known.form = fail('unknown-record')
    openCreate({ name: 'Pear' }, 7)
    await settled()
    expect(useCreate.getState()).toMatchObject({ record: null, isLoading: false, form: { name: 'Pear' } })
  })
})
