import { describe, expect, it } from 'vitest'
import { receipt } from '../../../../test/helpers/status-samples.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { copy } from '../../../copy/language.ts'
import { createRenameCommand } from './rename.ts'

function harness(refusal: Result<never> | null = null) {
  const requests: string[] = []
  const outcomes: string[] = []
  const rename = createRenameCommand({
    renameImage: async ({ record, name }) => {
      requests.push(name)
      return refusal ?? succeed({ batch: receipt({ verb: 'rename' }), changed: Uint32Array.of(record) })
    },
    shownName: () => 'Neon harbour',
    reread: async () => void outcomes.push('reread'),
    onDone: ({ name }) => outcomes.push(name)
  })
  return { rename, requests, outcomes }
}

describe('renaming', () => {
  it('sends the name without blanks, and confirms once its row is on screen', async () => {
    const { rename, requests, outcomes } = harness()
    expect(await rename(5, '  Fox and crow ')).toBeNull()
    expect(requests).toEqual(['Fox and crow'])
    expect(outcomes).toEqual(['reread', 'Fox and crow'])
  })

  it.each(['', '   '])('rejects %j as a name without a request', async (typed) => {
    const { rename, requests } = harness()
    expect(await rename(5, typed)).toBe(copy.renaming.empty)
    expect(requests).toEqual([])
  })

  it('sends nothing for the same name', async () => {
    const { rename, requests } = harness()
    expect(await rename(5, 'Neon harbour')).toBeNull()
    expect(requests).toEqual([])
  })

  it('returns a failure as the message of the field', async () => {
    const { rename, outcomes } = harness(fail('disk-full'))
    expect(await rename(5, 'Other')).toMatch(/disk is full/)
    expect(outcomes).toEqual([])
  })
})
