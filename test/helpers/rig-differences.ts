/** Differences between a library and its service. */
import type { WriteDb } from '../../src/main/engine/storage/database.ts'
import type { ReferenceService } from '../../src/reference-service/reference-service.ts'

/** Service ids for which the library shows another favorite state or name, and the number of missing or extra ones. */
export function differences(db: WriteDb, service: ReferenceService): string[] {
  const rows = db.all<{ id: string; record: number; favorite: number; name: string }>(
    `SELECT service_id AS id, i.record, ifnull(o.want, ifnull(f.favorite, 0)) AS favorite,
       coalesce(n.want_text, i.name, '') AS name
     FROM images i JOIN records r USING (record) LEFT JOIN flags f USING (record)
     LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'favorite'
     LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name'
     WHERE i.record NOT IN (SELECT record FROM gone) AND service_id IS NOT NULL`
  )
  const truth = service.truth.images
  const isWrong = (row: (typeof rows)[number]): boolean => {
    const there = truth.get(Number(row.id))
    return there?.favorite !== (row.favorite === 1) || there.name !== row.name
  }
  const wrong = rows.filter(isWrong).map((row) => row.id)
  return rows.length === truth.size ? wrong : [...wrong, `${truth.size - rows.length} missing`]
}

/**
 * Service ids for which the mirror holds another favorite state or name than the service, or which it lacks or has in
 * excess.
 */
export function mirrorDifferences(db: WriteDb, service: ReferenceService): string[] {
  const rows = db.all<{ id: string; favorite: number | null; name: string | null }>(
    `SELECT service_id AS id, favorite, name FROM images JOIN records USING (record) LEFT JOIN flags USING (record)
     WHERE record NOT IN (SELECT record FROM gone) AND service_id IS NOT NULL`
  )
  const truth = service.truth.images
  const here = new Set(rows.map((row) => Number(row.id)))
  const wrong = rows.filter(({ id, favorite, name }) => {
    const there = truth.get(Number(id))
    return there?.favorite !== (favorite === 1) || there.name !== (name ?? '')
  })
  const missing = [...truth.keys()].filter((id) => !here.has(id))
  return [...wrong.map((row) => row.id), ...missing.map((id) => `${id} missing`)]
}
