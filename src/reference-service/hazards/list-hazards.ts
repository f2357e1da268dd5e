/** Lists that change or contradict themselves while they are read. */
import type { Alteration } from '../faults.ts'
import { LISTS, always } from './hazard.ts'
import type { HazardBody, PlayedBy } from './hazard.ts'

const altered = (alter: Alteration): PlayedBy => always({ kind: 'altered', alter })
const inBody = (change: (body: string) => string): PlayedBy =>
  altered({ answer: (answer) => ({ ...answer, body: change(answer.body) }) })

/** One place for each page before this one. */
const pagesBefore = ({ offset, perPage }: { readonly offset: number; readonly perPage: number }): number =>
  Math.floor(offset / perPage)

const lists = { operations: LISTS, work: 'done' } as const
const ODD_PROJECTS = ['', '.', '..', 'a/b', '50% off', 'a?b#c', '雨.example', ' blank ', '%2e%2e']

export const LIST_HAZARDS = {
  'rows-shift-down': {
    sentence: 'Records are added while pages are read: each page begins with rows of the page before.',
    ...lists,
    ...altered({ window: (window) => ({ ...window, offset: window.offset - pagesBefore(window) }) })
  },
  'rows-shift-up': {
    sentence: 'Records leave while pages are read: each page skips rows.',
    ...lists,
    ...altered({ window: (window) => ({ ...window, offset: window.offset + pagesBefore(window) }) })
  },
  'row-twice': {
    sentence: 'The first record of each page stands there twice.',
    ...lists,
    ...altered({ rows: (rows) => [...rows.slice(0, 1), ...rows] })
  },
  'total-changes': {
    sentence: 'The total is another on each page.',
    ...lists,
    ...altered({ total: (total, offset) => total + (offset % 7) + 1 })
  },
  'total-zero': {
    sentence: 'The total is 0, although there are records.',
    ...lists,
    ...altered({ total: () => 0 })
  },
  'bounds-null': {
    sentence: '`from` and `to` are null, although there are records.',
    ...lists,
    ...inBody((body) => body.replaceAll(/"(from|to)":(?:\d+|"\d+")/g, '"$1":null'))
  },
  'links-elsewhere': {
    sentence: 'Links lead to another host.',
    ...lists,
    ...inBody((body) =>
      body.replaceAll(/https?:(?:\\\/\\\/|\/\/)[^/\\"]+(?=[^"]*[?&](?:page|cursor)=)/g, 'http://elsewhere.example')
    )
  },
  'list-empty': {
    sentence: 'A list without any records, as if all had left.',
    ...lists,
    ...altered({ rows: () => [], total: () => 0 })
  },
  'page-missing': {
    sentence: 'Page 7 is answered 404, in the middle of the list.',
    operations: LISTS,
    work: 'not-done',
    level: 'answer',
    fault: ({ query }) => (query['page'] === '7' ? { kind: 'status', status: 404 } : null)
  },
  'projects-odd': {
    sentence: 'Projects with empty, odd and doubled names.',
    operations: ['list-projects'],
    work: 'done',
    ...altered({
      rows: (rows) => [
        ...rows,
        ...rows.slice(0, 1),
        ...ODD_PROJECTS.map((project) => ({ project, reports: 0, result: '0.00', created_at: null }))
      ]
    })
  }
} as const satisfies Record<string, HazardBody>
