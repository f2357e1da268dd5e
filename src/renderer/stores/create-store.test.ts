import { beforeEach, describe, expect, it } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import type { CreateForm } from '../../shared/change.ts'
import { fail, type Result, succeed } from '../../shared/failure.ts'
import {
  bringBack,
  changeForm,
  clearDraft,
  closeCreate,
  draftOf,
  EMPTY_FORM,
  forgetRecord,
  learnRecord,
  openCreate,
  restoreDraft,
  setKeepsOpen,
  submit,
  useCreate
} from './create-store.ts'

const state = () => useCreate.getState()
const LIGHTHOUSE: CreateForm = { ...EMPTY_FORM, name: 'Lighthouse', description: 'A lighthouse', style: 'ink' }

beforeEach(() => useCreate.setState(useCreate.getInitialState(), true))

describe('opening', () => {
  it('keeps what is typed through closing and opening', () => {
    openCreate()
    changeForm({ name: 'Light' })
    closeCreate()
    expect(state()).toMatchObject({ isOpen: false, form: { name: 'Light' } })
    openCreate()
    expect(state()).toMatchObject({ isOpen: true, form: { name: 'Light' }, openings: 2, aside: null })
  })

  it('fills the form with settings, and sets aside what was typed', () => {
    changeForm({ name: 'Light', resolution: '256x256' })
    openCreate({ description: 'A pear', medium: 'chalk' })
    expect(state().form).toEqual({ ...EMPTY_FORM, resolution: '256x256', description: 'A pear', medium: 'chalk' })
    bringBack()
    expect(state()).toMatchObject({ form: { name: 'Light' }, aside: { form: { description: 'A pear' } } })
    bringBack()
    expect(state()).toMatchObject({ form: { description: 'A pear' }, aside: { form: { name: 'Light' } } })
  })

  it('has nothing to bring back where nothing was typed', () => {
    openCreate({ description: 'A pear' })
    expect(state().aside).toBeNull()
    clearDraft()
    expect(state()).toMatchObject({ form: EMPTY_FORM, aside: { form: { description: 'A pear' } } })
  })

  it('reads the form of a record, and says why it was refused', () => {
    openCreate(undefined, 7)
    expect(state()).toMatchObject({ record: 7, isLoading: true })
    const failure = { code: 'refused-fields', fields: { style: ['no'] } } as const
    learnRecord(8, EMPTY_FORM, null)
    expect(state().isLoading).toBe(true)
    learnRecord(7, LIGHTHOUSE, failure)
    expect(state()).toMatchObject({ form: LIGHTHOUSE, refusedForm: LIGHTHOUSE, failure, isLoading: false })
  })

  it('keeps what was typed for a record when it is opened for it once more', () => {
    openCreate(LIGHTHOUSE, 7)
    changeForm({ name: 'Light' })
    openCreate(undefined, 7)
    expect(state()).toMatchObject({ form: { name: 'Light' }, record: 7, isLoading: false })
  })

  it('starts a new one while a record is open, with the draft from before', () => {
    changeForm({ name: 'Draft' })
    openCreate(LIGHTHOUSE, 7)
    openCreate()
    expect(state()).toMatchObject({ form: { name: 'Draft' }, record: null, aside: { record: 7 } })
  })
})

describe('the draft of the last run', () => {
  const draft = { form: LIGHTHOUSE, isOpen: true, keepsOpen: true, record: 4 }

  it('comes back open, once', () => {
    restoreDraft(draft)
    expect(draftOf(state())).toEqual(draft)
    expect(state().openings).toBe(0)
    changeForm({ name: 'Other' })
    restoreDraft(draft)
    expect(state()).toMatchObject({ form: { name: 'Other' }, aside: null })
  })

  it('is what an opening before it shows', () => {
    openCreate()
    restoreDraft({ ...draft, isOpen: false })
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE })
  })

  it('is set aside by what was filled in before it came', () => {
    openCreate({ name: 'Pear' })
    restoreDraft(draft)
    expect(state()).toMatchObject({ form: { name: 'Pear' }, record: null, aside: { form: LIGHTHOUSE, record: 4 } })
  })

  it('becomes a new one when its library is no longer open', () => {
    restoreDraft(draft)
    forgetRecord()
    expect(state()).toMatchObject({ form: LIGHTHOUSE, record: null })
  })
})

/** A library that answers as told, and remembers what it was asked. */
function library(answer: Result<null> = succeed(null)) {
  const asked: unknown[] = []
  return {
    asked,
    createImage: async (args: { form: CreateForm }) => {
      asked.push(args)
      return answer.ok ? succeed({ batch: receipt({ verb: 'create' }), record: 31 }) : answer
    },
    updateCreate: async (args: { record: number; form: CreateForm }) => {
      asked.push(args)
      return answer
    }
  }
}

describe('submitting', () => {
  it('empties and closes the form, and keeps the size', async () => {
    openCreate({ ...LIGHTHOUSE, resolution: '512x512' })
    expect(await submit(library())).toMatchObject(succeed({ record: 31 }))
    expect(state()).toMatchObject({
      isOpen: false,
      made: { record: 31, name: 'Lighthouse' },
      form: { ...EMPTY_FORM, resolution: '512x512' }
    })
  })

  it('keeps everything for the next one when it stays open', async () => {
    openCreate(LIGHTHOUSE)
    setKeepsOpen(true)
    await submit(library())
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE, isSending: false })
  })

  it('sends once, however often it is asked for', async () => {
    openCreate(LIGHTHOUSE)
    const bridge = library()
    const [first, second] = await Promise.all([submit(bridge), submit(bridge)])
    expect([first?.ok, second]).toEqual([true, null])
    expect(bridge.asked).toEqual([{ form: LIGHTHOUSE }])
  })

  it('takes the same form again for a slip of the finger, but not later and not once it was changed', async () => {
    openCreate(LIGHTHOUSE)
    setKeepsOpen(true)
    const clock = { now: 0 }
    const bridge = library()
    const press = () => submit(bridge, () => clock.now)
    await press()
    clock.now = 999
    expect(await press()).toBeNull()
    changeForm({ name: 'Lighthouse 2' })
    expect(await press()).toMatchObject({ ok: true })
    clock.now = 2_000
    expect(await press()).toMatchObject({ ok: true })
    expect(bridge.asked).toHaveLength(3)
  })

  it('takes the same form again after the clock was set back', async () => {
    openCreate(LIGHTHOUSE)
    setKeepsOpen(true)
    const bridge = library()
    await submit(bridge, () => 7_200_000)
    expect(await submit(bridge, () => 3_600_000)).toMatchObject({ ok: true })
  })

  it('changes the record it was opened for, then shows the draft from before', async () => {
    changeForm({ name: 'Draft' })
    openCreate(LIGHTHOUSE, 7)
    setKeepsOpen(true)
    const bridge = library()
    await submit(bridge)
    expect(bridge.asked).toEqual([{ record: 7, form: LIGHTHOUSE }])
    expect(state()).toMatchObject({ isOpen: false, record: null, form: { name: 'Draft' }, aside: null })
  })

  it('keeps what is typed before the answer came, and empties the rest', async () => {
    openCreate({ ...LIGHTHOUSE, resolution: '512x512' })
    const answer = submit(library())
    changeForm({ description: 'A pear' })
    await answer
    expect(state()).toMatchObject({
      isOpen: true,
      record: null,
      made: { record: 31, name: 'Lighthouse' },
      form: { ...EMPTY_FORM, resolution: '512x512', description: 'A pear' }
    })
  })

  it('makes a new one of what is typed into an edit before the answer came, and keeps the draft aside', async () => {
    changeForm({ name: 'Draft' })
    openCreate(LIGHTHOUSE, 7)
    const answer = submit(library())
    changeForm({ name: 'Pear' })
    await answer
    expect(state()).toMatchObject({
      isOpen: true,
      record: null,
      form: { ...EMPTY_FORM, name: 'Pear' },
      aside: { form: { name: 'Draft' } }
    })
  })

  it('leaves another one alone that was opened before the answer came', async () => {
    openCreate(LIGHTHOUSE)
    const answer = submit(library())
    openCreate({ ...LIGHTHOUSE, name: 'Pear' })
    await answer
    expect(state()).toMatchObject({ form: { ...LIGHTHOUSE, name: 'Pear' }, aside: null })
    const second = submit(library())
    openCreate(EMPTY_FORM, 7)
    await second
    expect(state()).toMatchObject({ isOpen: true, record: 7, form: EMPTY_FORM, aside: null, isSending: false })
  })

  it('is done with an edit that was sent on before the answer came', async () => {
    openCreate(LIGHTHOUSE, 7)
    const answer = submit(library())
    forgetRecord()
    await answer
    expect(state()).toMatchObject({ isOpen: false, record: null, form: EMPTY_FORM })
  })

  it('means only the fields that were sent when they are refused', async () => {
    openCreate(LIGHTHOUSE)
    const answer = submit(library(fail('disk-full')))
    changeForm({ name: 'Pear' })
    await answer
    expect(state()).toMatchObject({ form: { name: 'Pear' }, refusedForm: LIGHTHOUSE })
  })

  it('keeps the form when the library could not take it', async () => {
    openCreate(LIGHTHOUSE)
    await submit(library(fail('disk-full')))
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE, failure: { code: 'disk-full' }, isSending: false })
  })

  it('turns into a new one when the record was sent meanwhile', async () => {
    openCreate(LIGHTHOUSE, 7)
    await submit(library(fail('unknown-record')))
    expect(state()).toMatchObject({ isOpen: true, record: null, form: LIGHTHOUSE })
  })
})
