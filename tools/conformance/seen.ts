/** Checks the records and pages that the client reads from accepted but unusual responses. */
import type { ServiceImage, ServicePage, ServiceProject } from '../../src/main/engine/domain/service-records.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'

type Page = ServicePage<ServiceImage | ServiceProject>
type Holds<T> = (read: T, dialect: ServiceDialect) => boolean

const named =
  (name: string | null): Holds<ServiceImage> =>
  ({ fields }) =>
    fields.name === name
const pictured =
  (pattern: RegExp): Holds<ServiceImage> =>
  ({ fields }, { pictures }) =>
    pictures === 'name' || pattern.test(fields.picture ?? '')

/** Checks of each image in the response. */
const IMAGES: Readonly<Record<string, Holds<ServiceImage>>> = {
  'latin-1': named('Café à la crème, 20 °C'),
  'latin-1-unlabeled': named('Café à la crème, 20 °C'),
  'name-surrogate': named('Half \ufffd of it'),
  'name-nul': named('Nul\ufffdinside'),
  'name-odd': named(
    String.raw`100%_a/b\c?d#e&f+g "h" 'i' <img src=x onerror=alert(1)> Ünï 雨 עברית 👩‍🎨` + ' \u202egpj.exe \u2066'
  ),
  'name-long': ({ fields }) => fields.name?.length === 5_000,
  'name-null': named(null),
  'enum-unknown': ({ fields: { style, medium, filter, resolution } }) =>
    style === 'cubism' && medium === '7' && filter === null && resolution === '640x480',
  'fields-unknown': ({ other }) => ['constructor', '__v', 'owner'].every((name) => Object.hasOwn(other, name)),
  'results-other': ({ fields }) => fields.results?.[0] === 'https://pictures.example/other.png',
  'reads-lag': ({ fields }, { flags }) => fields.favorite === (flags === 'missing' ? undefined : false),
  'address-data': pictured(/^data:image\/png;base64,/),
  'address-unescaped': pictured(/\/ein%20sch%C3%B6nes%20bild%20100%\S*\.jpg$/),
  'address-protocol-relative': pictured(/^http:\/\//),
  'address-plain': pictured(/^http:\/\//),
  'address-private': pictured(/^http:\/\/169\.254\.169\.254\//)
}

/** Checks of each page. */
const PAGES: Readonly<Record<string, Holds<Page>>> = {
  'id-missing': ({ records, unreadable }) => records.length === 0 && unreadable > 0,
  'rows-no-records': ({ records, unreadable }) => records.length > 0 && unreadable === 3,
  'row-twice': ({ records }) => records.length > 0,
  'total-zero': ({ records }) => records.length > 0,
  'bounds-null': ({ records }) => records.length > 0,
  'list-empty': ({ records }) => records.length === 0,
  'projects-odd': ({ records }) =>
    ['', '.', 'a/b', '雨.example'].every((name) => records.some((row) => idOf(row) === name))
}

const idOf = (record: ServiceImage | ServiceProject): string => ('project' in record ? record.project : record.id)

/**
 * Addresses that a record must never contain. The download refuses private ones, because it knows the service's own.
 */
const REFUSED = /^(file|javascript):|:\/\/[^/]*@/i

/** Returns the problems of a read response; `value` is an image, a page, or `null`. */
export function seenProblems(hazard: string, value: unknown, dialect: ServiceDialect): readonly string[] {
  const page = isPage(value) ? value : null
  const images = (page?.records ?? [value]).filter(isImage)
  const ids = page?.records.map(idOf) ?? []
  const pageHolds = page === null || PAGES[hazard]?.(page, dialect) !== false
  return [
    ...(images.every((image) => IMAGES[hazard]?.(image, dialect) !== false) ? [] : ['A record is misread.']),
    ...(pageHolds ? [] : ['The page is misread.']),
    ...(new Set(ids).size === ids.length ? [] : ['A record appears twice.']),
    ...(images.some(({ fields }) => REFUSED.test(fields.picture ?? '')) ? ['A picture has a forbidden address.'] : [])
  ]
}

const isImage = (value: unknown): value is ServiceImage =>
  typeof value === 'object' && value !== null && 'id' in value && 'fields' in value
const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'records' in value && 'unreadable' in value
