/**
 * The shape and the size of every request's argument. Strict: a field nobody knows is refused. Closed over the
 * contract: a request without a schema, or a schema of another shape, does not compile.
 */
import { z } from 'zod'
import type { RequestArgs, RequestName } from '../../shared/bridge.ts'
import { LOOKS, type Look } from '../../shared/image.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_KEY_LENGTH,
  MAX_LOOK_VALUES,
  MAX_LOOK_VALUE_LENGTH,
  MAX_ROWS_PER_CALL,
  MAX_SEARCH_LENGTH,
  MAX_TARGET_RECORDS
} from '../../shared/limits.ts'
import { TILE_MAX, TILE_MIN } from '../../shared/preferences.ts'
import { GROUPS } from '../../shared/sync-status.ts'

const Nothing = z.null()
const Handle = z.int().nonnegative()
const Numbers = (max: number) => z.instanceof(Uint32Array).refine((list) => list.length <= max, { error: 'too-long' })

/** A pasted key comes with blanks, quotes or "Bearer " around it, so it may be longer than a clean one. */
const TypedKey = z.string().max(MAX_KEY_LENGTH * 2)
const TypedAddress = z.string().max(MAX_ADDRESS_LENGTH)
const Keep = z.enum(['keychain', 'session'])
const GroupName = z.enum(GROUPS)

const LookValues = z.array(z.string().max(MAX_LOOK_VALUE_LENGTH)).max(MAX_LOOK_VALUES)
const Looks = z.strictObject({
  style: LookValues,
  medium: LookValues,
  filter: LookValues,
  resolution: LookValues
} satisfies Record<Look, unknown>)

const Draft = z.strictObject({
  images: z.strictObject({ address: TypedAddress, key: TypedKey }),
  projects: z.strictObject({ address: TypedAddress, key: TypedKey.nullable() }),
  allowInsecure: z.boolean()
})

const Query = z.strictObject({
  search: z.string().max(MAX_SEARCH_LENGTH),
  searchBy: z.literal('name'),
  looks: Looks,
  favorite: z.boolean().nullable(),
  mark: z.enum(['any', 'waiting', 'needs-you']),
  sortBy: z.enum(['id', 'name']),
  sort: z.enum(['desc', 'asc'])
})

const ProjectQuery = z.strictObject({
  search: z.string().max(MAX_SEARCH_LENGTH),
  searchBy: z.literal('project'),
  sortBy: z.enum(['created_at', 'project', 'reports', 'result']),
  sort: z.enum(['desc', 'asc'])
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

/** Also the schema of the preferences file (preferences.ts in main reads the same fields). */
export const PreferencesSchema = z.strictObject({
  tile: z.number().min(TILE_MIN).max(TILE_MAX),
  screen: z.enum(['images', 'projects']),
  query: Query,
  topRecord: Handle.nullable(),
  openLooks: z.array(z.string().max(MAX_LOOK_VALUE_LENGTH)).max(LOOKS.length * 4),
  isInspectorOpen: z.boolean()
})

/** Partial with exact optional properties: a field that is there has a value. */
const PreferencesChange = z.strictObject({
  tile: PreferencesSchema.shape.tile.exactOptional(),
  screen: PreferencesSchema.shape.screen.exactOptional(),
  query: PreferencesSchema.shape.query.exactOptional(),
  topRecord: PreferencesSchema.shape.topRecord.exactOptional(),
  openLooks: PreferencesSchema.shape.openLooks.exactOptional(),
  isInspectorOpen: PreferencesSchema.shape.isInspectorOpen.exactOptional()
})

export type RequestSchemas = { readonly [N in RequestName]: z.ZodType<RequestArgs<N>> }

export const REQUEST_SCHEMAS = {
  getAppInfo: Nothing,
  getDiagnostics: Nothing,
  getPreferences: Nothing,
  setPreferences: PreferencesChange,
  quit: Nothing,
  getConnection: Nothing,
  testConnection: Draft,
  connect: z.strictObject({ draft: Draft, keep: Keep }),
  replaceKey: z.strictObject({ group: GroupName, key: TypedKey, keep: Keep }),
  removeKey: z.strictObject({ group: GroupName }),
  openView: z.strictObject({ query: Query }),
  getImages: z.strictObject({ records: Numbers(MAX_ROWS_PER_CALL) }),
  countFacets: z.strictObject({ query: Query }),
  freezeSelection: z.strictObject({ view: Handle }),
  describeTarget: z.strictObject({ target: Target, view: Handle.nullable() }),
  listProjects: z.strictObject({
    query: ProjectQuery,
    offset: Handle,
    limit: z.int().min(1).max(MAX_ROWS_PER_CALL)
  }),
  setFavorite: z.strictObject({ target: Target, favorite: z.boolean() }),
  getBatch: z.strictObject({ batch: Handle }),
  getSyncStatus: Nothing,
  syncNow: Nothing,
  setPaused: z.strictObject({ isPaused: z.boolean() })
} satisfies RequestSchemas
