import { describe, expect, it } from 'vitest'
import { imageRow } from '../../../../test/helpers/image-samples.ts'
import type { ImageRow, RecordStage } from '../../../shared/image.ts'
import { copy } from '../../../copy/language.ts'
import { TARGET_COMMANDS, type TargetCommandName } from './shortcuts.ts'
import { whyUnavailable } from './target-commands.ts'

const row = (part: Partial<ImageRow> = {}) => imageRow({ favorite: false, prompt: 'A harbour', ...part })
/** Available commands. */
const possible = (size: number, shown?: ImageRow): TargetCommandName[] =>
  TARGET_COMMANDS.filter((name) => whyUnavailable(name, { size, row: shown }) === null)
const without = (...names: TargetCommandName[]) => TARGET_COMMANDS.filter((name) => !names.includes(name))

describe('available commands', () => {
  it('for an unchanged image are all, also before its row is loaded', () => {
    expect(possible(1, row())).toEqual(TARGET_COMMANDS)
    expect(possible(1)).toEqual(TARGET_COMMANDS)
  })

  it('for several are review, favorites and deletion; the others say that they need one image', () => {
    expect(possible(2)).toEqual(['review', 'add-favorite', 'remove-favorite', 'delete'])
    expect(whyUnavailable('rename', { size: 2, row: undefined })).toBe(copy.unavailable.severalRename)
  })

  it('without a target are none', () => {
    expect(possible(0)).toEqual([])
  })

  it('exclude copying a missing prompt or name', () => {
    expect(possible(1, row({ prompt: null }))).toEqual(without('copy-prompt'))
    expect(possible(1, row({ name: '' }))).toEqual(without('copy-name'))
  })

  it.each<[RecordStage, readonly TargetCommandName[]]>([
    ['create-waiting', TARGET_COMMANDS],
    ['create-refused', TARGET_COMMANDS],
    ['create-sending', without('rename', 'delete')],
    ['create-checking', without('rename', 'delete')],
    ['delete-waiting', without('rename', 'delete', 'add-favorite', 'remove-favorite')]
  ])('%s', (stage, expected) => {
    expect(possible(1, row({ stage }))).toEqual(expected)
  })
})
