import { describe, expect, it } from 'vitest'
import { BATCH_VERBS, type BatchVerb } from '../shared/batch.ts'
import { REFUSALS_ALIKE } from '../shared/limits.ts'
import { batchAsked, batchPauseText, finishedText, jobTitle, stopBody, stoppedText } from './batches.ts'
import { copy } from './language.ts'

describe('sentences about batches', () => {
  it.each(BATCH_VERBS)('have words for %s, of one and of many', (verb) => {
    const one = [jobTitle({ verb, subject: 'Koi' }, 1), finishedText({ verb, done: 1, subject: 'Koi' })]
    const many = [jobTitle({ verb, subject: null }, 894), finishedText({ verb, done: 894, subject: null })]
    expect(new Set([...one, ...many]).size).toBe(4)
  })

  it('tell of new results that hold a deletion back', () => {
    expect(batchPauseText({ waiting: 19, pause: { why: 'new-results', count: 1, left: 1 } })).toBe(
      '1 image got new results after you chose to delete it. This batch is on hold until you decide.'
    )
    expect(batchPauseText({ waiting: 19, pause: { why: 'new-results', count: 1_204, left: 2_000 } })).toContain(
      '1,204 images'
    )
  })

  it('tells what going on does to each of the others', () => {
    const failure = { code: 'changed-more', changes: [{ field: 'name', before: 'Quay', after: null }] } as const
    expect(batchPauseText({ waiting: 19, pause: { why: 'changed-more', entry: 1, failure, left: 19 } })).toBe(
      'The service also changed other fields. This batch is on hold until you decide. Sending the remaining 19 may also change these fields: Name.'
    )
  })

  it('tell how many refusals alike stop a batch', () => {
    const pause = { why: 'refusals', failure: { code: 'refused' }, left: 5 } as const
    const refused = `rejected ${REFUSALS_ALIKE} changes in a row`
    expect([batchPauseText({ waiting: 19, pause }), copy.banners.rejectedInARow(REFUSALS_ALIKE, 7)]).toEqual([
      expect.stringContaining(refused),
      expect.stringContaining(refused)
    ])
  })

  it('name what was asked for', () => {
    const asked = { subject: null, size: 894, undoes: null, verb: 'favorite' } as const
    expect(batchAsked(asked)).toBe('Add 894 images to Favorites')
    expect(batchAsked({ ...asked, verb: 'undo', undoes: 14 })).toBe('Undo 894 changes from batch 14')
    expect(batchAsked({ ...asked, verb: 'delete', size: 1, subject: 'Koi' })).toBe('Delete “Koi”')
    expect(batchAsked({ ...asked, verb: 'undo', undoes: 1_204 })).toMatch(/from batch 1204$/)
  })

  it('count an item without a name', () => {
    const said = (verb: BatchVerb, subject: string | null, size: number) => [
      jobTitle({ verb, subject }, size),
      batchAsked({ verb, subject, size, undoes: null }),
      finishedText({ verb, subject, done: size })
    ]
    expect(said('rename', '', 1)).toEqual(['Renaming 1 image', 'Rename 1 image', '1 image renamed'])
    expect(said('delete-project', null, 1)).toEqual(['Deleting 1 project', 'Delete 1 project', '1 project deleted'])
    expect(said('delete-project', 'a.org', 1)).toEqual([
      'Deleting project “a.org”',
      'Delete project “a.org”',
      'Project “a.org” deleted'
    ])
  })

  it('say what a stop keeps and what it takes back', () => {
    expect(stopBody({ verb: 'favorite', done: 212, waiting: 682 })).toBe(
      '212 are done and stay in Favorites. 682 won’t be sent and won’t be in Favorites.'
    )
    expect(stopBody({ verb: 'unfavorite', done: 1, waiting: 1 })).toBe(
      '1 is done and stays out of Favorites. 1 won’t be sent. It stays in Favorites.'
    )
    expect(stopBody({ verb: 'delete', done: 0, waiting: 1 })).toBe('1 won’t be sent.')
  })

  it('tell what a stop left alone', () => {
    expect(stoppedText(0, 0)).toBe('Stopped.')
    expect(stoppedText(212, 3)).toBe('212 changes canceled. 3 items changed in the meantime and were skipped.')
  })
})
