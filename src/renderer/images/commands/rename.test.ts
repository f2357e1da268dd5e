import { describe, expect, it } from 'vitest'
import { receipt } from '../../../../test/helpers/status-samples.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { renameCopy } from '../../copy/commands.ts'
import { createRenameCommand } from './rename.ts'

function harness(refusal: Result<never> | null = null) {
  const asked: string[] = []
  const said: string[] = []
  const rename = createRenameCommand({
    renameImage: async ({ record, name }) => {
      asked.push(name)
      return refusal ?? succeed({ batch: receipt({ verb: 'rename' }), changed: Uint32Array.of(record) })
    },
    shownName: () => 'Neon harbour',
    reread: async () => void said.push('reread'),
    onDone: ({ name }) => said.push(name)
  })
  return { rename, asked, said }
}

describe('renaming', () => {
  it('sends the name without blanks, and confirms once its row is on screen', async () => {
    const { rename, asked, said } = harness()
    expect(await rename(5, '  Fox and crow ')).toBeNull()
    expect(asked).toEqual(['Fox and crow'])
    expect(said).toEqual(['reread', 'Fox and crow'])
  })

  it.each(['', '   '])('rejects %j as a name without a request', async (typed) => {
    const { rename, asked } = harness()
    expect(await rename(5, typed)).toBe(renameCopy.empty)
    expect(asked).toEqual([])
  })

  it('sends nothing for the same name', async () => {
    const { rename, asked } = harness()
    expect(await rename(5, 'Neon harbour')).toBeNull()
    expect(asked).toEqual([])
  })

  it('returns a failure as the message of the field', async () => {
    const { rename, said } = harness(fail('disk-full'))
    expect(await rename(5, 'Other')).toMatch(/disk is full/)
    expect(said).toEqual([])
  })
})
