/** The German catalogue beside the English one: the same keys, the same values in each text, and nothing left in English. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copy, ENGLISH, GERMAN, setLanguage } from '../language.ts'

type Texts = Readonly<Record<string, unknown>>
type Argument = Texts | string | number | boolean | null

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** Both catalogues' leaves by path; `undefined` where one has none. */
function pairs(english: unknown, german: unknown, path = ''): readonly (readonly [string, unknown, unknown])[] {
  if (!isTexts(english) || !isTexts(german)) return [[path, english, german]]
  const keys = new Set([...Object.keys(english), ...Object.keys(german)])
  return [...keys].flatMap((key) => pairs(english[key], german[key], path === '' ? key : `${path}.${key}`))
}
const LEAVES = pairs(ENGLISH.catalogue, GERMAN.catalogue)

/** Marked values under the names that facts of sentences have. */
const FACTS: Texts = {
  host: '⟦host⟧',
  isHostKnown: true,
  location: '⟦location⟧',
  said: '⟦said⟧',
  detail: '⟦detail⟧',
  wait: '⟦wait⟧',
  changed: '⟦changed⟧',
  theirs: '⟦theirs⟧',
  others: ['⟦one⟧', '⟦other⟧'],
  choices: [1, 2],
  status: '⟦status⟧',
  count: 12_341,
  total: 12_342,
  failure: { came: '⟦came⟧', advice: '⟦advice⟧' },
  subject: 'images',
  group: 'images',
  batch: '⟦batch⟧',
  size: 12_343,
  of: 12_344,
  done: 12_345,
  unchanged: 12_346,
  canceled: 12_347,
  needsAttention: 12_348,
  times: 12_349,
  event: '⟦event⟧',
  app: '⟦app⟧',
  type: '⟦type⟧',
  why: 'refusals',
  verb: 'rename',
  images: 12_340,
  projects: 12_341,
  name: null,
  value: '⟦value⟧',
  shown: 12_342,
  inView: 12_343,
  seen: 12_344,
  found: 12_345,
  added: 12_346,
  isWhole: false,
  code: '⟦code⟧',
  missing: 'list'
}
const OTHER_FACTS: Texts = {
  subject: 'projects',
  group: 'projects',
  isHostKnown: true,
  host: '⟦host⟧',
  count: 1,
  total: null,
  of: 12_344,
  failure: { came: '⟦came⟧', advice: null },
  missing: 'record',
  isAboutResults: true,
  name: '⟦name⟧',
  projects: 1,
  images: 0,
  wait: null,
  inView: 5,
  size: 5,
  shown: 12_342,
  seen: 12_344,
  why: 'no-paging',
  isWhole: true,
  found: 12_345,
  added: 0,
  batch: '⟦batch⟧',
  verb: 'delete',
  choices: [1],
  value: '⟦value⟧'
}

/** What each argument may be: a function that has no use for one throws, or passes over it, in both languages. */
const choices = (at: number): readonly Argument[] => [12_351 + at, 1, 0, `⟦${at}⟧`, true, null, FACTS, OTHER_FACTS]

function argumentLists(length: number): readonly (readonly Argument[])[] {
  let lists: readonly (readonly Argument[])[] = [[]]
  for (let at = 0; at < length; at += 1) lists = lists.flatMap((list) => choices(at).map((one) => [...list, one]))
  return lists
}

const textOf = (value: unknown): string => (isTexts(value) ? Object.values(value).map(textOf).join(' ') : String(value))

/** What a text says for the arguments; `null` if it has no sentence for them. */
function say(text: unknown, list: readonly Argument[]): string | null {
  try {
    const said: unknown = typeof text === 'function' ? Reflect.apply(text, null, list) : text
    // Facts that come back as they are were taken for a name.
    return said === FACTS || said === OTHER_FACTS ? null : textOf(said)
  } catch {
    return null
  }
}

/** Each marked value once, in alphabetical order. */
const markersIn = (text: string): string => [...new Set(text.match(/⟦\w+⟧|12,?3[45]\d/g) ?? [])].toSorted().join(' ')

/** The two languages' texts for the same arguments. */
function saidAlike(english: unknown, german: unknown) {
  const length = typeof english === 'function' ? english.length : 0
  return argumentLists(length).flatMap((list) => {
    const said = say(english, list)
    return said === null ? [] : [{ list, english: said, german: say(german, list) }]
  })
}

// The same separators in both, so that a number is the same marker.
beforeEach(() => setLanguage(GERMAN, 'en-US'))
afterEach(() => setLanguage(ENGLISH, 'en-US'))

it('has the texts of the English catalogue, and no others', () => {
  const kinds = LEAVES.map(([path, _english, german]) => [path, typeof german])
  expect(kinds).toEqual(LEAVES.map(([path, english]) => [path, typeof english]))
  expect(LEAVES.length).toBeGreaterThan(900)
})

it.each(LEAVES.filter(([, english]) => typeof english === 'function'))(
  'says in %s whatever the English sentence says',
  (_path, english, german) => {
    const all = saidAlike(english, german)
    expect(all.length).toBeGreaterThan(0)
    const differs = all.filter((said) => markersIn(said.german ?? '') !== markersIn(said.english))
    expect(differs).toEqual([])
    expect(all.filter((said) => said.german === null)).toEqual([])
  }
)

const withoutArguments = (text: string): string => text.replaceAll(/⟦\w+⟧|\[object Object\]|true|null/gi, '')

/** Written alike in both: names, loan words, signs and notations. */
const ALIKE: readonly string[] =
  `0 1 256×256 512×512 1024×1024 – https:// JSON results= results[0]= results[]= Alt Anime Cartoon Code Details Esc
  Filter ID Illustration Name OK Offline optional Origami Problem Prompt Proofsheet Retro Sepia Server Status Vaporwave`.split(
    /\s+/
  )

it('leaves nothing in English but what both languages write alike', () => {
  const same = LEAVES.filter(([, english]) => typeof english === 'string').filter(
    ([, english, german]) => english === german
  )
  expect(new Set(same.map(([, text]) => text))).toEqual(new Set(ALIKE))
  const sentences = LEAVES.filter(([, english]) => typeof english === 'function').flatMap(([path, english, german]) =>
    saidAlike(english, german)
      .filter((said) => said.english === said.german && !ALIKE.includes(said.english))
      .filter((said) => /[a-z]{3}/.test(withoutArguments(said.english)))
      .map((said) => `${path}: ${said.english}`)
  )
  expect(sentences).toEqual([])
})

it('is set as German is: its own quotation marks, and a fixed space before an ellipsis', () => {
  const all = LEAVES.flatMap(([, english, german]) => saidAlike(english, german).map((said) => said.german ?? ''))
  expect(all.filter((text) => /["„“”]/.test(text.replaceAll(/„[^„“]*“/g, '')))).toEqual([])
  expect(all.filter((text) => /[^\u00a0]…/.test(text))).toEqual([])
})

describe('plurals', () => {
  it.each([
    [0, '0 Bilder', '0 Änderungen rückgängig gemacht', 'Nichts passt zu diesen 0 Filtern'],
    [1, '1 Bild', '1 Änderung rückgängig gemacht', 'Nichts passt zu diesem Filter'],
    [2, '2 Bilder', '2 Änderungen rückgängig gemacht', 'Nichts passt zu diesen 2 Filtern'],
    [12_480, '12.480 Bilder', '12.480 Änderungen rückgängig gemacht', 'Nichts passt zu diesen 12.480 Filtern']
  ])('of %i', (count, images, undone, filters) => {
    setLanguage(GERMAN, 'de-DE')
    expect(copy.counted.images(count)).toBe(images)
    expect(copy.batches.finished.undo(count)).toBe(undone)
    expect(copy.empty.nothingMatches(count)).toBe(filters)
  })
})
