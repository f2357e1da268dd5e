import { expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import { hazardOptionsOf, SERVICE } from './options.ts'

const read = (...args: readonly string[]) => {
  const options = readOptions(SERVICE, args)
  if (options === null) throw new Error('This is a request for help.')
  return hazardOptionsOf(options)
}

test('defaults: 2000 images, 38 projects, port 8090, 60 per minute', () => {
  expect(read()).toEqual({
    images: 2000,
    projects: 38,
    port: 8090,
    perMinute: 60,
    storeDelayMs: 0,
    storeSpreadMs: 0,
    faults: null,
    responseDelayMs: 0,
    seed: 1,
    strictResults: false,
    listResults: false,
    plays: [],
    isSecure: false
  })
})

test('every option', () => {
  const line =
    '--images 10 --projects=3 --port 0 --per-minute 600 --store-delay 5 --store-spread 6 --faults 20 --delay 7 --seed 9 --strict-results --list-results --https'
  const keys = ['--images-key', 'an-images-key', '--projects-key', 'a-projects-key']
  expect(read(...line.split(' '), ...keys)).toMatchObject({
    images: 10,
    projects: 3,
    port: 0,
    perMinute: 600,
    storeDelayMs: 5,
    storeSpreadMs: 6,
    faults: expect.any(Function),
    responseDelayMs: 7,
    seed: 9,
    strictResults: true,
    listResults: true,
    imagesKey: 'an-images-key',
    projectsKey: 'a-projects-key',
    isSecure: true
  })
})

test('a dialect, switches over it, and hazards', () => {
  const line = '--dialect B --switch ids=uuid --switch paging=cursor --hazard html-on-list --hazard tls-expired'
  expect(read(...line.split(' '))).toMatchObject({
    dialect: dialectOf('B', { ids: 'uuid', paging: 'cursor' }),
    plays: [{ hazard: { id: 'html' }, operations: ['list-images', 'list-projects'] }, { hazard: { id: 'tls-expired' } }]
  })
})

test('a switch without a dialect changes the standard dialect', () => {
  expect(read('--switch', 'json=plain')).toMatchObject({ dialect: dialectOf('standard', { json: 'plain' }) })
})

test.each([
  [['--images', '1000001'], '--images takes a whole number from 0 to 1,000,000, not "1000001".'],
  [['--faults', '101'], '--faults takes a whole number from 0 to 100, not "101".'],
  [['--images-key', 'short'], '--images-key takes 8 to 512 printable characters without blanks.'],
  [['--projects-key', 'has a blank in it'], '--projects-key takes 8 to 512 printable characters'],
  [
    ['--dialect', 'F'],
    '--dialect takes standard, A, B, B-zoned, C, C-array, D, D-cursor, E, E-processing, django, rails or jsonapi, not "F".'
  ],
  [['--switch', 'speed=fast'], 'There is no switch "speed": --list-switches shows them all.'],
  [['--switch', 'ids=roman'], '--switch ids=… takes number, text, uuid or huge, not "roman".'],
  [['--switch', 'ids'], '--switch ids=… takes number, text, uuid or huge, not "".'],
  [['--hazard', 'storm'], 'There is no hazard "storm": --list-hazards shows them all.'],
  [['--hazard', 'html-on-walk'], 'There is no operation "walk": --list-hazards shows them all.'],
  [['--hazard', 'deleted-false-on-list'], 'The hazard "deleted-false" cannot happen to "list"']
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence)
  expect(() => read(...args)).toThrow(/^[^\n]+ "npm run service -- --help" lists the options\.$/)
})
