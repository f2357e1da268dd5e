import { describe, expect, it, test } from 'vitest'
import { FORM } from '../../../../test/helpers/create-form.ts'
import { STORE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { ageOf, isNewerById, LOOKUP_GAP_MS, judgeLookup, lookupDueAt, matchesForm } from './create-match.ts'
import type { ServiceImage, ServiceImageFields } from './service-records.ts'
import { NO_FACETS } from '../../../shared/image.ts'

const shown: ServiceImageFields = {
  name: 'Neon harbor',
  resolution: '512x512',
  ...NO_FACETS,
  style: 'anime'
}
const image = (fields: ServiceImageFields = {}, id = '7'): ServiceImage => ({
  id,
  fields: { ...shown, ...fields },
  other: {}
})

describe('a record that a create may have made', () => {
  test.each<[string, ServiceImageFields, boolean]>([
    ['shows every field', {}, true],
    ['has its name trimmed', { name: 'Neon harbor ' }, true],
    ['has the prompt as well', { description: 'A harbor at night' }, true],
    ['has another prompt', { description: 'A harbor by day' }, false],
    ['has an empty prompt', { description: null }, true],
    ['has another name', { name: 'Neon harbour' }, false],
    ['has no name', { name: null }, false],
    ['has another resolution', { resolution: '256x256' }, false],
    ['has another style', { style: 'sketch' }, false],
    ['has a medium that was not requested', { medium: 'ink' }, false],
    ['has a filter that was not requested', { filter: 'sepia' }, false],
    ['has an empty medium', { medium: '' }, true],
    ['has no style', { style: null }, false]
  ])('%s: %o %s', (_name, fields, expected) => {
    expect(matchesForm(FORM, image(fields))).toBe(expected)
  })

  it('matches without a name if none was requested', () => {
    expect(matchesForm({ ...FORM, name: '' }, image({ name: null }))).toBe(true)
  })

  it('is compared by the fields that the response has', () => {
    expect(matchesForm(FORM, { id: '7', fields: { name: 'Neon harbor' }, other: {} })).toBe(true)
  })

  test.each([
    ['101', '100', true],
    ['100', '100', false],
    ['99', '100', false],
    ['9007199254740993', '9007199254740992', true],
    ['5', null, null],
    ['b7', 'a9', null],
    ['7', 'a9', null],
    ['a7', '9', null],
    ['1', 'a9', null],
    ['a', '10', null]
  ])('%s after %s: %s', (id, highestId, expected) => {
    expect(isNewerById({ highestId }, id)).toBe(expected)
  })
})

describe('the age of a record is decided', () => {
  const DAY = 24 * 3_600_000
  const SENT = 10 * DAY
  const unmet = { firstSeenAt: null, wasReadWhole: false }
  const order = { highestId: null, sentAt: SENT }

  test.each<[string, string | null, string, ReturnType<typeof ageOf>]>([
    ['by an id above the highest known one', '100', '101', 'newer'],
    ['by an id equal to the highest known one', '100', '100', 'older'],
    ['by nothing, if no id was known', null, '101', 'unclear'],
    ['by nothing, if ids are not numbers', 'a9', 'b7', 'unclear'],
    ['by nothing, if the known id is not a number', 'a9', '7', 'unclear'],
    ['by nothing, if this id is not a number', '9', 'b7', 'unclear']
  ])('%s', (_name, highestId, id, age) => {
    expect(ageOf({ ...order, highestId }, image({}, id), unmet)).toBe(age)
  })

  test.each<[string, Parameters<typeof ageOf>[2], ReturnType<typeof ageOf>]>([
    ['if it was seen before the create was sent', { firstSeenAt: SENT - 1, wasReadWhole: false }, 'older'],
    ['if it was seen before, and the whole list was known', { firstSeenAt: SENT - 1, wasReadWhole: true }, 'older'],
    ['if it was seen since, and the whole list was known', { firstSeenAt: SENT, wasReadWhole: true }, 'newer'],
    ['if it is first seen now, and the whole list was known', { firstSeenAt: null, wasReadWhole: true }, 'newer'],
    [
      'by nothing if it was seen since, and the list was not fully known',
      { firstSeenAt: SENT, wasReadWhole: false },
      'unclear'
    ]
  ])('%s', (_name, met, age) => {
    expect(ageOf(order, image(), met)).toBe(age)
  })

  test.each<[string, number | null, ReturnType<typeof ageOf>]>([
    ['a date more than a day earlier', SENT - DAY - 1, 'older'],
    ['not by a date a day earlier, which another time zone explains', SENT - DAY, 'unclear'],
    ['not by a later date, because clocks may differ', SENT + 1, 'unclear'],
    ['nothing if there is no date', null, 'unclear']
  ])('by %s', (_name, createdAt, age) => {
    expect(ageOf(order, image({ createdAt }), unmet)).toBe(age)
  })
})

describe('lookups of a create', () => {
  const sent = { form: FORM, highestId: '6', sentAt: 1_000, lookups: 0, lookedUpAt: null }

  it('start when the longest create could have ended, and are five minutes apart', () => {
    expect(lookupDueAt(sent, 2_000)).toBe(1_000 + STORE_TIMEOUT_MS)
    expect(lookupDueAt(sent, 1_000 + STORE_TIMEOUT_MS)).toBe(0)
    const lookedUp = { ...sent, lookups: 1, lookedUpAt: 500_000 }
    expect(lookupDueAt(lookedUp, 600_000)).toBe(500_000 + LOOKUP_GAP_MS)
    expect(lookupDueAt(lookedUp, 500_000 + LOOKUP_GAP_MS)).toBe(0)
  })

  it('are timed from the request if the time of the last lookup is lost', () => {
    expect(lookupDueAt({ ...sent, lookups: 1 }, 2_000)).toBe(1_000 + LOOKUP_GAP_MS)
  })

  it('do not wait for a time in the future, as after the clock was set back', () => {
    expect(lookupDueAt({ ...sent, sentAt: 9_000_000 }, 2_000)).toBe(0)
  })

  it('adopt the only match, report several as ambiguous, and give up after three without a match', () => {
    const [one, two] = [image({}, '7'), image({}, '8')]
    const newer = (found: ServiceImage) => ({ image: found, age: 'newer' }) as const
    expect(judgeLookup({ lookups: 0 }, [newer(one)])).toEqual({ kind: 'adopt', image: one })
    expect(judgeLookup({ lookups: 0 }, [newer(one), newer(two)])).toEqual({ kind: 'ambiguous', images: [one, two] })
    expect([0, 1, 2].map((lookups) => judgeLookup({ lookups }, []).kind)).toEqual([
      'lookup-again',
      'lookup-again',
      'not-found'
    ])
  })

  it('report possibly older matches as ambiguous at the last lookup only, because a newer one may still appear', () => {
    const [one, two] = [image({}, '7'), image({}, '8')]
    const unclear = { image: one, age: 'unclear' } as const
    const kinds = [0, 1, 2].map((lookups) => judgeLookup({ lookups }, [unclear]))
    expect(kinds).toEqual([{ kind: 'lookup-again' }, { kind: 'lookup-again' }, { kind: 'ambiguous', images: [one] }])
    const both = judgeLookup({ lookups: 0 }, [unclear, { image: two, age: 'newer' }])
    expect(both).toEqual({ kind: 'ambiguous', images: [one, two] })
  })
})
