/** Hazards of record values, and updates that have no effect. */
import type { Row } from '../dialects/write-record.ts'
import type { Alteration } from '../faults.ts'
import { textOf } from '../form.ts'
import type { FormMap } from '../form.ts'
import { ALL, IMAGES, LISTS, always } from './hazard.ts'
import type { HazardBody, PlayedBy } from './hazard.ts'

const LONG_NAME = 5_000
const SHORT_NAME = 20

const altered = (alter: Alteration): PlayedBy => always({ kind: 'altered', alter })
const rowWith = (change: (row: Row) => Row): PlayedBy => altered({ row: (row) => ({ ...row, ...change(row) }) })
const named = (name: string | null): PlayedBy => rowWith(() => ({ name }))

const without = <T>(fields: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Applies only to forms with a name. */
const withName =
  (change: (name: string) => string): ((form: FormMap) => FormMap) =>
  (form) => {
    const name = textOf(form, 'name')
    return name === null ? form : { ...form, name: change(name) }
  }

const images = { operations: IMAGES, work: 'done' } as const
const lists = { operations: LISTS, work: 'done' } as const
const update = { operations: ['update-image'] } as const

export const RECORD_HAZARDS = {
  'name-surrogate': { sentence: 'Names with half of a surrogate pair.', ...images, ...named('Half \ud83d of it') },
  'name-nul': { sentence: 'Names that contain NUL.', ...images, ...named('Nul\u0000inside') },
  'name-odd': {
    sentence:
      'Names with special characters of markup, searches, paths, and URLs, letters of many scripts, and direction marks.',
    ...images,
    ...named(
      String.raw`100%_a/b\c?d#e&f+g "h" 'i' <img src=x onerror=alert(1)> Ünï 雨 עברית 👩‍🎨` + ' \u202egpj.exe \u2066'
    )
  },
  'name-long': { sentence: 'Names of 5,000 letters.', ...images, ...named('long '.repeat(LONG_NAME / 5)) },
  'name-null': { sentence: 'Names that are null.', ...images, ...named(null) },
  'enum-unknown': {
    sentence: 'Unknown styles, media, and sizes.',
    ...images,
    ...rowWith(() => ({ style: 'cubism', medium: 7, filter: '', resolution: '640x480' }))
  },
  'fields-unknown': {
    sentence: 'Unknown fields, some with nested values.',
    operations: ALL.filter((operation) => !operation.startsWith('delete')),
    work: 'done',
    ...rowWith(() => ({ constructor: 'x', __v: 3, owner: { id: 9, tags: ['a', null] } }))
  },
  'id-missing': {
    sentence: 'Records without an ID or a project name.',
    ...lists,
    ...altered({ row: (row) => without(row, ['id', 'project']) })
  },
  'rows-no-records': {
    sentence: 'Null, a text, and a list between the records.',
    ...lists,
    ...altered({ rows: (rows) => [null, 'text', [], ...rows] })
  },
  'other-record': {
    sentence: 'Another record than the requested one.',
    operations: ['show-image', 'update-image'],
    work: 'done',
    ...rowWith(({ id }) => ({ id: otherId(id) }))
  },
  'update-unchanged': {
    sentence: 'An update returns the unchanged record, and nothing was changed.',
    ...update,
    work: 'not-done',
    ...altered({ operation: 'show-image' })
  },
  'update-flag-only': {
    sentence: 'An update changes the favorite, but not the name.',
    ...update,
    work: 'done',
    ...altered({ form: (form) => without(form, ['name']) })
  },
  'reads-lag': {
    sentence: 'Reads are outdated: they show no favorites yet.',
    operations: ['list-images', 'show-image'],
    work: 'done',
    ...rowWith(({ favorite }) => (favorite === undefined ? {} : { favorite: offLike(favorite) }))
  },
  'results-other': {
    sentence: 'Records with other `results` than were sent.',
    ...images,
    ...rowWith(() => ({ results: ['https://pictures.example/other.png'] }))
  },
  'name-shortened': {
    sentence: 'Names are cut to 20 characters.',
    operations: ['store-image', 'update-image'],
    work: 'done',
    ...altered({ form: withName((name) => Array.from(name).slice(0, SHORT_NAME).join('').trim()) })
  },
  'name-tidied': {
    sentence: 'Repeated spaces in names become one.',
    operations: ['store-image', 'update-image'],
    work: 'done',
    ...altered({ form: withName((name) => name.replaceAll(/\s+/g, ' ')) })
  }
} as const satisfies Record<string, HazardBody>

/** Returns the value for not a favorite in the same type. */
function offLike(favorite: unknown): unknown {
  if (typeof favorite === 'string') return favorite === 'true' || favorite === 'false' ? 'false' : '0'
  return typeof favorite === 'boolean' ? false : favorite === null ? null : 0
}

/** Returns another id of the same type. */
function otherId(id: unknown): unknown {
  if (typeof id === 'number') return id + 1_000_000
  if (typeof id === 'bigint') return id + 1_000_000n
  return typeof id === 'string' ? `${id.slice(0, -1)}${id.endsWith('9') ? '8' : '9'}` : id
}
