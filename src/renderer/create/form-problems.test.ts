import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import type { CreateForm } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { NO_FACETS, STYLES } from '../../shared/image.ts'
import { EMPTY_FORM } from '../stores/create-store.ts'
import {
  firstMissing,
  formProblems,
  isShownAtFields,
  facetOptions,
  resolutionOptions,
  shownProblems,
  unmatchedTexts
} from './form-problems.ts'

const FULL: CreateForm = { ...EMPTY_FORM, name: 'Lighthouse', description: 'A lighthouse', style: 'ink' }
const NOTHING = { failure: null, refusedForm: null }
const failure: Failure = {
  code: 'refused-fields',
  status: 422,
  fields: { style: ['Not offered.', 'Pick one.'], name: ['Too long.'], credits: ['None left.'] }
}

describe('missing fields', () => {
  it.each([
    ['nothing in a full form', FULL, []],
    ['the three required fields', { ...EMPTY_FORM, resolution: '' }, ['name', 'description', 'resolution']],
    ['blanks count as empty', { ...FULL, name: ' \n', description: '\t' }, ['name', 'description']],
    ['looks may be left out', { ...FULL, ...NO_FACETS }, []],
    ['a size that this version does not know is a choice', { ...FULL, resolution: '2048x2048' }, []]
  ])('%s', (_case, form, fields) => {
    expect(Object.keys(formProblems(form, NOTHING))).toEqual(fields)
  })
})

describe('shown problems', () => {
  const form = { ...EMPTY_FORM, style: 'ink' }
  const problems = formProblems(form, { failure, refusedForm: form })

  it('are only those of the service before a field was left', () => {
    expect(Object.keys(shownProblems(problems, new Set()))).toEqual(['style'])
    expect(Object.keys(shownProblems(problems, new Set(['description'])))).toEqual(['description', 'style'])
  })

  it('are all after an attempt to send; the first missing field gets the focus', () => {
    expect(Object.keys(shownProblems(problems, null))).toEqual(['name', 'description', 'style'])
    expect(firstMissing(problems)).toBe('name')
    expect(firstMissing(formProblems(FULL, { failure, refusedForm: FULL }))).toBeNull()
  })
})

describe('problems from the service', () => {
  it('appear at their field, with the text of the service', () => {
    expect(formProblems(FULL, { failure, refusedForm: FULL })).toEqual({
      name: { kind: 'refused', text: 'Too long.' },
      style: { kind: 'refused', text: 'Not offered. Pick one.' }
    })
  })

  it('disappear when their value changes', () => {
    expect(formProblems({ ...FULL, style: null }, { failure, refusedForm: FULL })).toEqual({
      name: { kind: 'refused', text: 'Too long.' }
    })
  })

  it('yield to a missing value', () => {
    const form = { ...FULL, name: '' }
    expect(formProblems(form, { failure, refusedForm: form }).name).toEqual({ kind: 'missing' })
  })

  it('appear on top if the form has no such field', () => {
    expect(unmatchedTexts(failure)).toEqual(['None left.'])
    expect(unmatchedTexts(null)).toEqual([])
  })

  it('need a sentence only if no field shows them', () => {
    expect(isShownAtFields(failure)).toBe(true)
    expect(isShownAtFields({ code: 'refused', detail: 'No.' })).toBe(false)
    expect(isShownAtFields({ code: 'refused-fields', fields: { name: [] } })).toBe(false)
  })
})

it('starts with None and sorts by label, not by value', () => {
  expect(facetOptions('filter', null)).toEqual([
    { value: '', label: 'None' },
    { value: 'grayscale', label: copy.facets.filter.values.grayscale },
    { value: 'invert', label: copy.facets.filter.values.invert },
    { value: 'sepia', label: copy.facets.filter.values.sepia }
  ])
})

it('has every value once', () => {
  const values = facetOptions('style', 'ink wash').map(({ value }) => value)
  expect(values.toSorted()).toEqual(['', 'ink wash', ...STYLES].toSorted())
  expect(facetOptions('style', 'anime')).toHaveLength(STYLES.length + 1)
})

it('keeps a resolution that this version does not know', () => {
  expect(resolutionOptions('512x512').map(({ label }) => label)).toEqual(['256×256', '512×512', '1024×1024'])
  expect(resolutionOptions('2048x2048').at(-1)).toEqual({ value: '2048x2048', label: '2048x2048' })
  expect(resolutionOptions('')).toHaveLength(3)
})
