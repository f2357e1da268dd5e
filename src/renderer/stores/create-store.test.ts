import { beforeEach, describe, expect, it } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import type { CreateForm } from '../../shared/change.ts'
import { fail, type Result, succeed } from '../../shared/failure.ts'
import {
  restoreAside,
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
  it('keeps its text through closing and opening', () => {
    openCreate()
    changeForm({ name: 'Light' })
    closeCreate()
    expect(state()).toMatchObject({ isOpen: false, form: { name: 'Light' } })
    openCreate()
    expect(state()).toMatchObject({ isOpen: true, form: { name: 'Light' }, openings: 2, aside: null })
  })

  it('fills the form with settings, and sets its text aside', () => {
    changeForm({ name: 'Light', resolution: '256x256' })
    openCreate({ description: 'A pear', medium: 'chalk' })
    expect(state().form).toEqual({ ...EMPTY_FORM, resolution: '256x256', description: 'A pear', medium: 'chalk' })
    restoreAside()
    expect(state()).toMatchObject({ form: { name: 'Light' }, aside: { form: { description: 'A pear' } } })
    restoreAside()
    expect(state()).toMatchObject({ form: { description: 'A pear' }, aside: { form: { name: 'Light' } } })
  })

  it('has nothing to restore without text', () => {
    openCreate({ description: 'A pear' })
    expect(state().aside).toBeNull()
    clearDraft()
    expect(state()).toMatchObject({ form: EMPTY_FORM, aside: { form: { description: 'A pear' } } })
  })

  it('reads the form of a record, and shows why it was refused', () => {
    openCreate(undefined, 7)
    expect(state()).toMatchObject({ record: 7, isLoading: true })
    const failure = { code: 'refused-fields', fields: { style: ['no'] } } as const
    learnRecord(8, EMPTY_FORM, null)
    expect(state().isLoading).toBe(true)
    learnRecord(7, LIGHTHOUSE, failure)
    expect(state()).toMatchObject({ form: LIGHTHOUSE, refusedForm: LIGHTHOUSE, failure, isLoading: false })
  })

  it('keeps the text for a record when opened for it again', () => {
    openCreate(LIGHTHOUSE, 7)
    changeForm({ name: 'Light' })
    openCreate(undefined, 7)
    expect(state()).toMatchObject({ form: { name: 'Light' }, record: 7, isLoading: false })
  })

  it('starts a new image while a record is open, with the earlier draft', () => {
    changeForm({ name: 'Draft' })
    openCreate(LIGHTHOUSE, 7)
    openCreate()
    expect(state()).toMatchObject({ form: { name: 'Draft' }, record: null, aside: { record: 7 } })
  })
})

describe('the draft of the last run', () => {
  const draft = { form: LIGHTHOUSE, isOpen: true, keepsOpen: true, record: 4 }

  it('is restored open, once', () => {
    restoreDraft(draft)
    expect(draftOf(state())).toEqual(draft)
    expect(state().openings).toBe(0)
    changeForm({ name: 'Other' })
    restoreDraft(draft)
    expect(state()).toMatchObject({ form: { name: 'Other' }, aside: null })
  })

  it('is shown by an earlier opening', () => {
    openCreate()
    restoreDraft({ ...draft, isOpen: false })
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE })
  })

  it('is set aside by earlier input', () => {
    openCreate({ name: 'Pear' })
    restoreDraft(draft)
    expect(state()).toMatchObject({ form: { name: 'Pear' }, record: null, aside: { form: LIGHTHOUSE, record: 4 } })
  })

  it('becomes a new image when its library is no longer open', () => {
    restoreDraft(draft)
    forgetRecord()
    expect(state()).toMatchObject({ form: LIGHTHOUSE, record: null })
  })
})

/** A library with set answers that records its requests. */
function library(answer: Result<null> = succeed(null)) {
  const requests: unknown[] = []
  return {
    requests,
    createImage: async (args: { form: CreateForm }) => {
      requests.push(args)
      return answer.ok ? succeed({ batch: receipt({ verb: 'create' }), record: 31 }) : answer
    },
    updateCreate: async (args: { record: number; form: CreateForm }) => {
      requests.push(args)
      return answer
    }
  }
}

describe('submitting', () => {
  it('empties and closes the form, and keeps the resolution', async () => {
    openCreate({ ...LIGHTHOUSE, resolution: '512x512' })
    expect(await submit(library())).toMatchObject(succeed({ record: 31 }))
    expect(state()).toMatchObject({
      isOpen: false,
      made: { record: 31, name: 'Lighthouse' },
      form: { ...EMPTY_FORM, resolution: '512x512' }
    })
  })

  it('keeps all fields for the next image when the form stays open', async () => {
    openCreate(LIGHTHOUSE)
    setKeepsOpen(true)
    await submit(library())
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE, isSending: false })
  })

  it('sends once, however often it is requested', async () => {
    openCreate(LIGHTHOUSE)
    const bridge = library()
    const [first, second] = await Promise.all([submit(bridge), submit(bridge)])
    expect([first?.ok, second]).toEqual([true, null])
    expect(bridge.requests).toEqual([{ form: LIGHTHOUSE }])
  })

  it('rejects the same form as accidental shortly after, but not later or once it was changed', async () => {
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
    expect(bridge.requests).toHaveLength(3)
  })

  it('accepts the same form after the clock was set back', async () => {
    openCreate(LIGHTHOUSE)
    setKeepsOpen(true)
    const bridge = library()
    await submit(bridge, () => 7_200_000)
    expect(await submit(bridge, () => 3_600_000)).toMatchObject({ ok: true })
  })

  it('changes the edited record, then shows the earlier draft', async () => {
    changeForm({ name: 'Draft' })
    openCreate(LIGHTHOUSE, 7)
    setKeepsOpen(true)
    const bridge = library()
    await submit(bridge)
    expect(bridge.requests).toEqual([{ record: 7, form: LIGHTHOUSE }])
    expect(state()).toMatchObject({ isOpen: false, record: null, form: { name: 'Draft' }, aside: null })
  })

  it('keeps text typed before the answer, and empties the other fields', async () => {
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

  it('starts a new image with text typed into an edit before the answer, and keeps the draft aside', async () => {
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

  it('leaves another form alone that was opened before the answer', async () => {
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

  it('ends an edit that was passed on before the answer', async () => {
    openCreate(LIGHTHOUSE, 7)
    const answer = submit(library())
    forgetRecord()
    await answer
    expect(state()).toMatchObject({ isOpen: false, record: null, form: EMPTY_FORM })
  })

  it('marks only the fields as sent when they are refused', async () => {
    openCreate(LIGHTHOUSE)
    const answer = submit(library(fail('disk-full')))
    changeForm({ name: 'Pear' })
    await answer
    expect(state()).toMatchObject({ form: { name: 'Pear' }, refusedForm: LIGHTHOUSE })
  })

  it('keeps the form if the library could not store it', async () => {
    openCreate(LIGHTHOUSE)
    await submit(library(fail('disk-full')))
    expect(state()).toMatchObject({ isOpen: true, form: LIGHTHOUSE, failure: { code: 'disk-full' }, isSending: false })
  })

  it('becomes a new image if the record was sent in the meantime', async () => {
    openCreate(LIGHTHOUSE, 7)
    await submit(library(fail('unknown-record')))
    expect(state()).toMatchObject({ isOpen: true, record: null, form: LIGHTHOUSE })
  })
})
