/**
 * The shape and the size of every request's argument. Strict: a field nobody knows is refused. Closed over the
 * contract: a request without a schema, or a schema of another shape, does not compile.
 */
import { z } from 'zod'
import type { RequestArgs, RequestName } from '../../shared/bridge.ts'
import { readHost } from '../../shared/address.ts'
import { OUTCOME_WORDS } from '../../shared/batch.ts'
import { LOG_FILTERS } from '../../shared/connection.ts'
import { CHANGE_KINDS, REMEDIES } from '../../shared/change.ts'
import { FAILURE_CODES } from '../../shared/failure.ts'
import { forEachLook, LOOKS } from '../../shared/image.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_KEY_LENGTH,
  MAX_LISTED_ENTRIES,
  MAX_LOOK_VALUES,
  MAX_LOOK_VALUE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REASON_KEY_LENGTH,
  MAX_ROWS_PER_CALL,
  MAX_SEARCH_LENGTH,
  MAX_TARGET_RECORDS
} from '../../shared/limits.ts'
import { MAX_TYPED_LENGTH, MAX_LAYOUT_KEYS, MAX_PLACE_LENGTH } from '../../shared/keys.ts'
import { MAX_MENU_TITLE_LENGTH } from '../../shared/menu-command.ts'
import { PACES } from '../../shared/pace.ts'
import { MAX_PICTURE_HOSTS, SCREENS, TILE_MAX, TILE_MIN } from '../../shared/preferences.ts'
import { QUERY_CHOICES, type ImageQuery } from '../../shared/query.ts'
import { GROUPS } from '../../shared/sync-status.ts'

const Handle = z.int().nonnegative()
/** As in the address of a picture. */
const MAX_STAMP_LENGTH = 64
const Numbers = (max: number) => z.instanceof(Uint32Array).refine((list) => list.length <= max, { error: 'too-long' })

/** A pasted key comes with blanks, quotes or "Bearer " around it, so it may be longer than a clean one. */
const TypedKey = z.string().max(MAX_KEY_LENGTH * 2)
const TypedAddress = z.string().max(MAX_ADDRESS_LENGTH)
const Keep = z.enum(['keychain', 'session'])
const GroupName = z.enum(GROUPS)

const LookValues = z.array(z.string().max(MAX_LOOK_VALUE_LENGTH)).max(MAX_LOOK_VALUES)

const Draft = z.strictObject({
  images: z.strictObject({ address: TypedAddress, key: TypedKey }),
  projects: z.strictObject({ address: TypedAddress, key: TypedKey.nullable() }),
  allowInsecure: z.boolean()
})

type ChoiceName = keyof typeof QUERY_CHOICES
// Each choice takes its own values, which a walk over all of them cannot say.
const Choices = Object.fromEntries(
  Object.entries(QUERY_CHOICES).map(([name, values]) => [name, z.literal([...values])])
) as unknown as { readonly [N in ChoiceName]: z.ZodType<ImageQuery[N]> }

const Query = z.strictObject({
  ...Choices,
  search: z.string().max(MAX_SEARCH_LENGTH),
  looks: z.strictObject(forEachLook(() => LookValues))
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

const MenuTitle = z.string().max(MAX_MENU_TITLE_LENGTH).nullable()
const Layout = z
  .record(z.string().max(MAX_PLACE_LENGTH), z.string().max(MAX_TYPED_LENGTH))
  .refine((keys) => Object.keys(keys).length <= MAX_LAYOUT_KEYS)
const LookChoice = z.string().max(MAX_LOOK_VALUE_LENGTH)
const { resolution: _required, ...OptionalLooks } = forEachLook(() => LookChoice.nullable())
const Form = z.strictObject({
  name: z.string().max(MAX_NAME_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH),
  resolution: LookChoice,
  ...OptionalLooks
})

/** Also the schema of the draft's file. */
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

const page = { offset: Handle, limit: z.int().min(1).max(MAX_ROWS_PER_CALL) }
const OfRecord = z.strictObject({ record: Handle })
const OfPicture = z.strictObject({ record: Handle, stamp: z.string().max(MAX_STAMP_LENGTH) })
const OfBatch = z.strictObject({ batch: Handle })
const OfGroup = z.strictObject({ group: GroupName })

const PictureHosts = z
  .array(z.string().refine((host) => readHost(host) === host, { error: 'no-host' }))
  .max(MAX_PICTURE_HOSTS)

/** Also the schema of the preferences file (preferences.ts in main reads the same fields). */
export const PreferencesSchema = z.strictObject({
  tile: z.number().min(TILE_MIN).max(TILE_MAX),
  screen: z.enum(SCREENS),
  query: Query,
  topRecord: Handle.nullable(),
  openLooks: z.array(z.string().max(MAX_LOOK_VALUE_LENGTH)).max(LOOKS.length * 4),
  isInspectorOpen: z.boolean(),
  // Files of older versions have none.
  pictureHosts: PictureHosts.default([])
})

/** Partial with exact optional properties: a field that is there has a value. */
const PreferencesChange = z.strictObject({
  tile: PreferencesSchema.shape.tile.exactOptional(),
  screen: PreferencesSchema.shape.screen.exactOptional(),
  query: PreferencesSchema.shape.query.exactOptional(),
  topRecord: PreferencesSchema.shape.topRecord.exactOptional(),
  openLooks: PreferencesSchema.shape.openLooks.exactOptional(),
  isInspectorOpen: PreferencesSchema.shape.isInspectorOpen.exactOptional(),
  pictureHosts: PictureHosts.exactOptional()
})

/** Of every request that takes an argument; what stands in no row takes null and nothing else. */
export type RequestSchemas = {
  readonly [N in RequestName as RequestArgs<N> extends null ? never : N]: z.ZodType<RequestArgs<N>>
}

export const REQUEST_SCHEMAS = {
  setPreferences: PreferencesChange,
  setMenuTitles: z.strictObject({ undo: MenuTitle, redo: MenuTitle }),
  setKeyboardLayout: z.strictObject({ layout: Layout }),
  testConnection: Draft,
  connect: z.strictObject({ draft: Draft, keep: Keep }),
  replaceKey: z.strictObject({ group: GroupName, key: TypedKey, keep: Keep }),
  removeKey: OfGroup,
  changeAddress: z.strictObject({ group: GroupName, address: TypedAddress, allowInsecure: z.boolean() }),
  openServicePage: OfGroup,
  listLog: z.strictObject({
    search: z.string().max(MAX_SEARCH_LENGTH),
    filter: z.enum(LOG_FILTERS).nullable(),
    limit: page.limit
  }),
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
  renameImage: z.strictObject({ record: Handle, name: z.string().max(MAX_NAME_LENGTH) }),
  deleteImages: z.strictObject({ target: Target }),
  deleteProject: OfRecord,
  createImage: z.strictObject({ form: Form }),
  updateCreate: z.strictObject({ record: Handle, form: Form }),
  getCreateForm: OfRecord,
  saveCreateDraft: z.strictObject({ draft: DraftSchema.nullable() }),
  getImage: OfRecord,
  getRecordHistory: OfRecord,
  getPictureInfo: OfPicture,
  retryPicture: OfPicture,
  refreshImage: OfRecord,
  searchService: z.strictObject({ query: Query }),
  listBatches: z.strictObject({ before: Handle.nullable(), limit: page.limit }),
  listBatchItems: z.strictObject({ batch: Handle, word: z.enum(OUTCOME_WORDS).nullable(), ...page }),
  listChanges: z.strictObject({
    filter: z.strictObject({
      state: z.enum(['waiting', 'needs-you']),
      reason: Reason.nullable(),
      batch: Handle.nullable()
    }),
    ...page
  }),
  repairChanges: z.strictObject({
    target: Changes,
    remedy: z.enum(REMEDIES).exclude(['edit', 'create-again']),
    choice: Handle.nullable()
  }),
  undoBatch: OfBatch,
  stopBatch: z.strictObject({ batch: Handle, isUndoing: z.boolean() }),
  setBatchHeld: z.strictObject({ batch: Handle, isHeld: z.boolean() }),
  sendBatchFirst: OfBatch,
  listRemovals: z.strictObject({ group: GroupName, ...page }),
  decideRemovals: z.strictObject({ group: GroupName, isRemoving: z.boolean() }),
  answerOwner: z.strictObject({ group: GroupName, isSame: z.boolean() }),
  getBatch: OfBatch,
  setPaused: z.strictObject({ isPaused: z.boolean() }),
  setPace: z.strictObject({ pace: z.enum(PACES) })
} satisfies RequestSchemas

const Nothing = z.null()

export const schemaOf = (name: RequestName): z.ZodType =>
  Object.hasOwn(REQUEST_SCHEMAS, name) ? REQUEST_SCHEMAS[name as keyof RequestSchemas] : Nothing
