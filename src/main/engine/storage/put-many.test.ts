/** Zero to a hundred thousand records (in `npm run test:deep`) with the same few statements. */
import { expect, it } from 'vitest'

import { inDepth } from '../../../../test/helpers/depth.ts'
import { temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { createLibrary } from '../library/create-library.ts'
import { readReceipt } from './batches.ts'
import { countOutbox } from './outbox.ts'

const NOW = 1_000_000
const NONE = { done: 0, unchanged: 0, waiting: 0, sending: 0, checking: 0, needsAttention: 0, canceled: 0 }

/** A statement accepts 32,766 parameters. */
const COUNTS = inDepth([0, 1, 100, 101, 999, 1_000, 32_766, 32_767, 100_000], [0, 1, 100, 101, 32_767])

it.each(COUNTS)('accepts %i records in one call', (count) => {
  const { db } = temporaryLibrary()
  db.run(
    `INSERT INTO records (grp, service_id, first_seen_at)
     SELECT 'images', value, 0 FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT ?)
       SELECT CAST(value AS TEXT) AS value FROM n)`,
    [count + 1]
  )
  db.run('INSERT INTO flags (record, favorite) SELECT record, 0 FROM records')
  db.run("INSERT INTO images (record, name_key, read_at, request_sequence) SELECT record, '', 0, 0 FROM records")
  const library = createLibrary({ db, now: () => NOW, onChange: () => undefined, wake: () => undefined })
  const records = Uint32Array.from({ length: count }, (_, n) => count - n)
  const { batch, changed } = valueOf(library.setFavorite({ records, favorite: true }))
  expect(batch).toMatchObject({ ...NONE, size: count, waiting: count })
  expect(batch.finishedAt).toBe(count === 0 ? NOW : null)
  expect(changed).toHaveLength(count)
  expect(countOutbox(db).waiting).toBe(count)
  const undone = valueOf(library.setFavorite({ records, favorite: false }))
  expect(undone.batch).toMatchObject({ ...NONE, size: count, unchanged: count })
  expect(readReceipt(db, batch.batch)).toMatchObject({ ...NONE, size: count, canceled: count })
  expect(countOutbox(db).waiting).toBe(0)
})
