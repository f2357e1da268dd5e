/** Schemas for shape and size of every request's argument. Unknown fields are refused. */
import { z } from 'zod'
import { readHost } from '../../shared/address.ts'
import { ITEM_STATUSES } from '../../shared/batch.ts'
import {
  REQUEST_NAMES,
  REQUESTS,
  type ArgumentPart,
  type ArgumentParts,
  type ArgumentShape,
  type RequestName
} from '../../shared/bridge.ts'
import { CHANGE_KINDS, REPAIR_ACTIONS } from '../../shared/change.ts'
import { LOG_FILTERS } from '../../shared/connection.ts'
import { FAILURE_CODES } from '../../shared/failure.ts'
import { forEachFacet, FACETS } from '../../shared/image.ts'
import { MAX_TYPED_LENGTH, MAX_LAYOUT_KEYS, MAX_PLACE_LENGTH } from '../../shared/keys.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_KEY_LENGTH,
  MAX_LISTED_ENTRIES,
  MAX_FACET_VALUES,
  MAX_FACET_VALUE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REASON_KEY_LENGTH,
  MAX_ROWS_PER_CALL,
  MAX_SEARCH_LENGTH,
  MAX_TARGET_RECORDS
} from '../../shared/limits.ts'
import { MAX_MENU_TITLE_LENGTH } from '../../shared/menu-command.ts'
import { HINTS, LANGUAGE_CHOICES, MAX_PICTURE_HOSTS, SCREENS, TILE_MAX, TILE_MIN } from '../../shared/preferences.ts'
import { QUERY_CHOICES, type ImageQuery } from '../../shared/query.ts'
import { GROUPS, PACES } from '../../shared/sync-status.ts'

const Handle = z.int().nonnegative()
/** Limit of the stamp in the address of a picture. */
const MAX_STAMP_LENGTH = 64
const Numbers = (max: number) => z.instanceof(Uint32Array).refine((list) => list.length <= max, { error: 'too-long' })

/** A pasted key may include spaces, quotes or "Bearer ", so it may be longer than a normalized one. */
const TypedKey = z.string().max(MAX_KEY_LENGTH * 2)
const TypedAddress = z.string().max(MAX_ADDRESS_LENGTH)

const FacetValues = z.array(z.string().max(MAX_FACET_VALUE_LENGTH)).max(MAX_FACET_VALUES)

type ChoiceName = keyof typeof QUERY_CHOICES
// Each choice has its own values, a type that `Object.entries` loses.
const Choices = Object.fromEntries(
  Object.entries(QUERY_CHOICES).map(([name, values]) => [name, z.literal([...values])])
) as unknown as { readonly [N in ChoiceName]: z.ZodType<ImageQuery[N]> }

const Query = z.strictObject({
  ...Choices,
  search: z.string().max(MAX_SEARCH_LENGTH),
  facets: z.strictObject(forEachFacet(() => FacetValues))
})

const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('records'), numbers: Numbers(MAX_TARGET_RECORDS) }),
  z.strictObject({
    kind: z.literal('selection'),
    selection: Handle,
    plus: Numbers(MAX_TARGET_RECORDS),
    except: Numbers(MAX_TARGET_RECORDS)
  })
])

const MenuTitle = z.string().max(MAX_MENU_TITLE_LENGTH).nullable()
const Layout = z
  .record(z.string().max(MAX_PLACE_LENGTH), z.string().max(MAX_TYPED_LENGTH))
  .refine((keys) => Object.keys(keys).length <= MAX_LAYOUT_KEYS)
const FacetChoice = z.string().max(MAX_FACET_VALUE_LENGTH)
const { resolution: _required, ...OptionalFacets } = forEachFacet(() => FacetChoice.nullable())
const Form = z.strictObject({
  name: z.string().max(MAX_NAME_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH),
  resolution: FacetChoice,
  ...OptionalFacets
})

/** Schema of a draft in requests and in its file. */
export const DraftSchema = z.strictObject({
  form: Form,
  isOpen: z.boolean(),
  keepsOpen: z.boolean(),
  record: Handle.nullable()
})

const Reason = z.strictObject({
  kind: z.enum([...CHANGE_KINDS, 'other']),
  code: z.enum(FAILURE_CODES),
  key: z.string().max(MAX_REASON_KEY_LENGTH)
})

const Changes = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entries'), entries: z.array(Handle).max(MAX_LISTED_ENTRIES) }),
  z.strictObject({ kind: z.literal('reason'), reason: Reason })
])

const PictureHosts = z
  .array(z.string().refine((host) => readHost(host) === host, { error: 'no-host' }))
  .max(MAX_PICTURE_HOSTS)

/** Schema of the preferences file. */
export const PreferencesSchema = z.strictObject({
  tile: z.number().min(TILE_MIN).max(TILE_MAX),
  screen: z.enum(SCREENS),
  query: Query,
  topRecord: Handle.nullable(),
  openFacets: z.array(z.string().max(MAX_FACET_VALUE_LENGTH)).max(FACETS.length * 4),
  isInspectorOpen: z.boolean(),
  dismissedHints: z.array(z.enum(HINTS)).max(HINTS.length),
  // A file may lack the property.
  pictureHosts: PictureHosts.default([]),
  language: z.enum(LANGUAGE_CHOICES).default('system')
})

/** Partial preferences with exact optional properties, so that a present field has a value. */
const PreferencesChange = z.strictObject({
  tile: PreferencesSchema.shape.tile.exactOptional(),
  screen: PreferencesSchema.shape.screen.exactOptional(),
  query: PreferencesSchema.shape.query.exactOptional(),
  topRecord: PreferencesSchema.shape.topRecord.exactOptional(),
  openFacets: PreferencesSchema.shape.openFacets.exactOptional(),
  isInspectorOpen: PreferencesSchema.shape.isInspectorOpen.exactOptional(),
  dismissedHints: PreferencesSchema.shape.dismissedHints.exactOptional(),
  pictureHosts: PictureHosts.exactOptional(),
  language: z.enum(LANGUAGE_CHOICES).exactOptional()
})

/** Schemas of all argument parts; a missing one, or one of another type, does not compile. */
const PARTS: { readonly [P in keyof ArgumentParts]: z.ZodType<ArgumentParts[P]> } = {
  flag: z.boolean(),
  record: Handle,
  records: Numbers(MAX_ROWS_PER_CALL),
  batch: Handle,
  view: Handle,
  offset: Handle,
  rows: z.int().min(1).max(MAX_ROWS_PER_CALL),
  name: z.string().max(MAX_NAME_LENGTH),
  search: z.string().max(MAX_SEARCH_LENGTH),
  group: z.enum(GROUPS),
  address: TypedAddress,
  key: TypedKey,
  keep: z.enum(['keychain', 'session']),
  connection: z.strictObject({
    images: z.strictObject({ address: TypedAddress, key: TypedKey }),
    projects: z.strictObject({ address: TypedAddress, key: TypedKey.nullable() }),
    allowInsecure: z.boolean()
  }),
  preferences: PreferencesChange,
  menuTitles: z.strictObject({ undo: MenuTitle, redo: MenuTitle }),
  layout: Layout,
  logFilter: z.enum(LOG_FILTERS),
  query: Query,
  projectQuery: z.strictObject({
    search: z.string().max(MAX_SEARCH_LENGTH),
    searchBy: z.literal('project'),
    sortBy: z.enum(['created_at', 'project', 'reports', 'result']),
    sort: z.enum(['desc', 'asc'])
  }),
  target: Target,
  form: Form,
  draft: DraftSchema,
  stamp: z.string().max(MAX_STAMP_LENGTH),
  outcome: z.enum(ITEM_STATUSES),
  changeFilter: z.strictObject({
    state: z.enum(['waiting', 'needs-attention']),
    reason: Reason.nullable(),
    batch: Handle.nullable()
  }),
  changes: Changes,
  repairAction: z.enum(REPAIR_ACTIONS).exclude(['edit', 'create-again']),
  pace: z.enum(PACES)
}

function schemaOfPart(part: ArgumentPart): z.ZodType {
  // The types of both forms of a name are lost by `slice` and `endsWith`.
  return part.endsWith('?')
    ? PARTS[part.slice(0, -1) as keyof ArgumentParts].nullable()
    : PARTS[part as keyof ArgumentParts]
}

function schemaOfShape(shape: ArgumentShape): z.ZodType {
  if (shape === null) return z.null()
  if (typeof shape === 'string') return schemaOfPart(shape)
  return z.strictObject(Object.fromEntries(Object.entries(shape).map(([field, part]) => [field, schemaOfPart(part)])))
}

const SCHEMAS = new Map(REQUEST_NAMES.map((name) => [name, schemaOfShape(REQUESTS[name].shape)]))

/** Returns the schema of a request; an unknown name gets a schema that refuses everything. */
export const schemaOf = (name: RequestName): z.ZodType => SCHEMAS.get(name) ?? z.never()
