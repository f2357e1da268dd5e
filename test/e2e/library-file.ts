/** Reads the library's own file, to map record numbers to records of the service. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The only library of a profile. */
function libraryFile(profile: string): string {
  const folder = join(profile, 'libraries')
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.sqlite'))
  if (name === undefined || others.length > 0) throw new Error(`Expected one library in ${folder}.`)
  return join(folder, name)
}

/** Maps record numbers to image ids on the service. The app may be running. */
export function serviceIds(profile: string): ReadonlyMap<number, number> {
  const database = new Database(libraryFile(profile), { readonly: true })
  try {
    const rows = database.prepare("SELECT record, service_id AS id FROM records WHERE grp = 'images'").all()
    // The statement above determines the columns.
    return new Map((rows as { record: number; id: string }[]).map(({ record, id }) => [record, Number(id)]))
  } finally {
    database.close()
  }
}

/** Number of lookups of a create without a response; `null` if there is no such create. */
export function countLookups(profile: string): number | null {
  const database = new Database(libraryFile(profile), { readonly: true })
  try {
    const lookups: unknown = database
      .prepare("SELECT lookups FROM creates JOIN entries USING (record) WHERE kind = 'create' AND state = 'unknown'")
      .pluck()
      .get()
    return typeof lookups === 'number' ? lookups : null
  } finally {
    database.close()
  }
}

/** Moves every sent create back in time by `ms` and ends its delay, so that a test need not wait ten minutes. */
export function ageCreates(profile: string, ms: number): void {
  const database = new Database(libraryFile(profile))
  try {
    database.transaction(() => {
      database.prepare('UPDATE creates SET sent_at = sent_at - @ms, looked_up_at = looked_up_at - @ms').run({ ms })
      database
        .prepare(
          "UPDATE outbox SET not_before = 0 WHERE kind = 'create' AND entry IN (SELECT entry FROM attempts WHERE is_unknown = 1)"
        )
        .run()
    })()
  } finally {
    database.close()
  }
}

/** Moves every read of a whole list back in time by `ms`, because absence is verified only after some minutes. */
export function ageReadings(profile: string, ms: number): void {
  const database = new Database(libraryFile(profile))
  try {
    database.prepare('UPDATE passes SET started_at = started_at - @ms, ended_at = ended_at - @ms').run({ ms })
  } finally {
    database.close()
  }
}
