import { describe, expect, it } from 'vitest'
import { receipt } from '../../test/helpers/status-samples.ts'
import type { BatchVerb } from '../shared/batch.ts'
import { batchTitle, deleting, keysText, namesAndMore, removedHere, undoTitle, undoneText } from './commands.ts'
import { copy } from './language.ts'

describe('keys', () => {
  it.each([
    [{ key: 'c', mod: true, shift: true }, 'Ctrl+Shift+C', '⇧⌘C'],
    [{ key: 'Delete' }, 'Del', '⌦'],
    [{ key: 'Backspace', mod: true }, 'Ctrl+Backspace', '⌘⌫'],
    [{ key: 'F2' }, 'F2', 'F2'],
    [{ key: 'f', shift: true }, 'Shift+F', '⇧F'],
    [{ key: 'Enter', alt: true }, 'Alt+Enter', '⌥↩']
  ] as const)('%o', (chord, others, mac) => {
    expect(keysText(chord, 'linux')).toBe(others)
    expect(keysText(chord, 'win32')).toBe(others)
    expect(keysText(chord, 'darwin')).toBe(mac)
  })
})

describe('what a batch is called', () => {
  it.each<[BatchVerb, number, string | null, string]>([
    ['favorite', 894, null, 'Add 894 to Favorites'],
    ['unfavorite', 1, 'Neon harbour', 'Remove 1 from Favorites'],
    ['rename', 1, 'Neon harbour', 'Rename to “Neon harbour”'],
    ['delete', 1, 'Neon harbour', 'Delete “Neon harbour”'],
    ['delete', 37, null, 'Delete 37 Images'],
    ['delete', 1, null, 'Delete 1 Image'],
    ['create', 1, 'Neon harbour', 'Create “Neon harbour”'],
    ['delete-project', 1, 'shop.example.org', 'Delete Project “shop.example.org”']
  ])('%s of %i', (verb, size, subject, expected) => {
    expect(batchTitle(receipt({ verb, size, unchanged: 0, subject }))).toBe(expected)
  })

  it('counts what changed, not what was so already', () => {
    expect(undoTitle(receipt({ size: 1204, unchanged: 310 }))).toBe('Undo Add 894 to Favorites')
  })

  it('has a word for what is older than anything known, and cuts long names', () => {
    expect(undoTitle(null)).toBe('Undo Last Change')
    expect(batchTitle(receipt({ verb: 'create', subject: 'x'.repeat(60) }))).toBe(`Create “${'x'.repeat(40)}…”`)
  })
})

it('says what undo did, and what it left', () => {
  const outcome = { isRedo: false, title: 'Delete 3 images', restored: 3, skipped: 0 }
  expect(undoneText(outcome)).toBe('Undone: Delete 3 images')
  expect(undoneText({ ...outcome, isRedo: true })).toBe('Redone: Delete 3 images')
  expect(undoneText({ ...outcome, skipped: 1 })).toBe(
    'Undone: Delete 3 images. 1 item changed in the meantime and was skipped.'
  )
  expect(undoneText({ ...outcome, restored: 0, skipped: 1 })).toBe('Can’t undo: already sent, or changed since')
})

it('names the first few and counts the rest', () => {
  expect(namesAndMore(['a', '', 'c'], 37)).toEqual([['“a”', 'Untitled', '“c”'], 'and 34 more'])
  expect(namesAndMore(['a', 'b', 'c'], 4)).toEqual([['“a”', '“b”', '“c”'], 'and 1 more'])
  expect(namesAndMore(['a', 'b'], 2)).toEqual([['“a”', '“b”'], ''])
})

it('counts in words', () => {
  expect([copy.deletion.title(1), copy.deletion.title(37)]).toEqual([
    'Delete 1 image from the service?',
    'Delete 37 images from the service?'
  ])
  expect([copy.deletion.favoritesAmong(1), copy.deletion.favoritesAmong(12)]).toEqual([
    '1 of them is a favorite.',
    '12 of them are favorites.'
  ])
  const said = (images: number, projects: number, name: string | null = null) =>
    deleting({ images, projects, name }, 'now').replace(' from the service · Undo within 10 seconds', '')
  expect([said(1, 0, 'a'), said(1, 0, ''), said(37, 0), said(0, 1, 'b.org'), said(0, 2), said(2, 1)]).toEqual([
    'Deleting “a”',
    'Deleting 1 image',
    'Deleting 37 images',
    'Deleting project “b.org”',
    'Deleting 2 projects',
    'Deleting 2 images and 1 project'
  ])
})

it('says of one deletion, in one line, what the question before many says', () => {
  const fox = { images: 1, projects: 0, name: 'Fox' }
  expect(deleting(fox, 'now')).toBe('Deleting “Fox” from the service · Undo within 10 seconds')
  expect(deleting(fox, 'later')).toBe('Deleting “Fox” from the service · Undo until sent')
  expect(deleting(fox, 'when-reached')).toBe(deleting(fox, 'later'))
})

it('copies of what is gone are removed, not deleted', () => {
  expect([removedHere(1, 'Harbour'), removedHere(1, ''), removedHere(2, null)]).toEqual([
    'Removed “Harbour” from this library',
    'Removed 1 image from this library',
    'Removed 2 images from this library'
  ])
})
