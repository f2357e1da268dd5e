import { expect, test } from 'vitest'
import { readArguments } from './cli-arguments.ts'
import { dialectOf } from './dialects/dialects.ts'
import { HAZARDS } from './hazards/hazards.ts'

/** What went wrong, or what was asked for, as text. */
function textOf(...args: readonly string[]): string {
  const read = readArguments(args)
  return read.kind === 'options' ? '' : read.text
}

test('a dialect, switches over it, hazards and https', () => {
  const line = '--dialect B --switch ids=uuid --switch paging=cursor --hazard html-on-list --hazard tls-expired --https'
  expect(readArguments(line.split(' '))).toMatchObject({
    kind: 'options',
    options: { dialect: dialectOf('B', { ids: 'uuid', paging: 'cursor' }) },
    plays: [
      { hazard: { id: 'html' }, operations: ['list-images', 'list-projects'] },
      { hazard: { id: 'tls-expired' } }
    ],
    isSecure: true
  })
})

test('a switch alone is the standard dialect with it', () => {
  expect(readArguments(['--switch', 'json=plain'])).toMatchObject({
    options: { dialect: dialectOf('standard', { json: 'plain' }) }
  })
})

test.each([
  [
    ['--dialect', 'F'],
    'There is no dialect "F": choose standard, A, B, B-zoned, C, C-array, D, D-cursor, E, E-processing, django, rails or jsonapi.'
  ],
  [['--switch', 'speed=fast'], 'There is no switch "speed": --list-switches shows them all.'],
  [['--switch', 'ids=roman'], '--switch ids=… takes number, text, uuid or huge, not "roman".'],
  [['--switch', 'ids'], '--switch ids=… takes number, text, uuid or huge, not "".'],
  [['--hazard', 'storm'], 'There is no hazard "storm": --list-hazards shows them all.'],
  [['--hazard', 'html-on-walk'], 'There is no operation "walk": --list-hazards shows them all.'],
  [['--hazard', 'deleted-false-on-list'], 'The hazard "deleted-false" cannot happen to "list"']
])('%j is one clear sentence', (args, sentence) => {
  const text = textOf(...args)
  expect(text).toContain(sentence)
  expect(text).toMatch(/^[^\n]+\. Run with --help to see every option\.$/)
})

test('lists: one line for each', () => {
  const hazards = textOf('--list-hazards').split('\n')
  for (const { id } of HAZARDS) expect(hazards.filter((line) => line.trim().split(' ')[0] === id)).toHaveLength(1)
  expect(textOf('--list-hazards')).toMatch(
    /^ {2}deleted-false +200 with deleted false: nothing was deleted\. \(delete\)$/m
  )
  expect(textOf('--list-switches')).toMatch(/^ids=uuid +IDs are UUIDs/m)
  expect(textOf('--list-dialects')).toMatch(/^D-cursor +Paging by cursor\.$/m)
  expect(textOf('--list-dialects')).not.toContain('`')
})
