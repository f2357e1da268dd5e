/** Flows for a library file as a whole: the rejection of a newer one, the rebuilding of a damaged one. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ReadDb, close, openAsFound, openForWriting } from '../../src/main/engine/storage/database.ts'
import { rebuildLibrary } from '../../src/main/engine/storage/rebuild.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { type Result, fail, succeed } from '../../src/shared/failure.ts'
import { breakTables, makeNewer } from '../../drivers/damage.ts'
import { valueOf } from '../helpers/temporary-library.ts'
import { FullOutbox } from './full-outbox.ts'
import { type Flow, NOW, STRIDE } from './statement-flow.ts'

interface OnFile {
  readonly stride?: number
  readonly damage?: (file: string) => void
  readonly run: (file: string) => Result<unknown>
  readonly stateOf: (file: string) => string
}

/** A flow that opens its files itself, with a full outbox. */
function onFile(name: string, { stride = STRIDE, damage, run, stateOf }: OnFile): Flow {
  return {
    name,
    stride,
    setUp: (file) => {
      const { intents } = new FullOutbox(file, new ReferenceService({ images: 40, projects: 4 }))
      if (intents.starred.length + intents.unstarred.length === 0) throw new Error('the outbox is empty')
      damage?.(file)
    },
    ready: (file) => ({ db: null, run: () => run(file), close: () => undefined }),
    stateOf
  }
}

function open(file: string): Result<unknown> {
  const opened = openForWriting(file)
  if (!opened.ok) return opened
  close(opened.value)
  return succeed(null)
}

/** Expects a rejection. */
function reject(file: string): Result<unknown> {
  const opened = open(file)
  if (opened.ok) return fail('internal', { detail: 'a newer library was opened' })
  return opened.failure.code === 'library-newer' ? succeed(null) : opened
}

/** Data that no service could return. */
const KEPT = [
  'SELECT entry, record, kind, want, revision, state, batch, owner FROM entries ORDER BY entry',
  'SELECT batch, verb, size, waiting, needs_attention FROM batches ORDER BY batch',
  'SELECT batch, record, before, after, outcome FROM batch_items ORDER BY batch, record',
  'SELECT record, service_id FROM records WHERE record IN (SELECT record FROM outbox) ORDER BY record',
  'SELECT * FROM key_owners ORDER BY grp',
  "SELECT * FROM meta WHERE key <> 'sequence' ORDER BY key"
]

const keptOf = (db: ReadDb): string => JSON.stringify(KEPT.map((sql) => db.all(sql)))

function readFound<T>(file: string, read: (db: ReadDb) => T): T {
  const db = valueOf(openAsFound(file))
  try {
    return read(db)
  } finally {
    db.close()
  }
}

const kept = (file: string): string => readFound(file, keptOf)

const bytesOf = (file: string): string =>
  ['', '-wal'].map((end) => (existsSync(file + end) ? readFileSync(file + end).toString('base64') : '')).join(' ')

function rebuilt(file: string): string {
  const isSetAside = readdirSync(dirname(file)).some((name) => name.includes('.damaged-'))
  return isSetAside ? `rebuilt ${kept(file)}` : `damaged ${bytesOf(file)}`
}

export const FILE_FLOWS: readonly Flow[] = [
  onFile('reject a newer library', { damage: makeNewer, run: reject, stateOf: bytesOf }),
  onFile('rebuild', {
    // Hundreds of statements, one for each row.
    stride: 20 * STRIDE,
    damage: (file) => breakTables(file, ['texts']),
    run: (file) => rebuildLibrary(file, NOW),
    stateOf: rebuilt
  })
]
