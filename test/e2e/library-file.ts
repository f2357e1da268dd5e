/** Reads the library's own file, to tell which record of the service a record number stands for. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The one library of a profile. */
function libraryFile(profile: string): string {
  const folder = join(profile, 'libraries')
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.sqlite'))
  if (name === undefined || others.length > 0) throw new Error(`Not one library in ${folder}.`)
  return join(folder, name)
}

/** Record number -> the image's id on the service. The app may be running meanwhile. */
export function serviceIds(profile: string): ReadonlyMap<number, number> {
  const database = new Database(libraryFile(profile), { readonly: true })
  try {
    const rows = database.prepare("SELECT record, service_id AS id FROM records WHERE grp = 'images'").all()
    // The columns are those of the statement above.
    return new Map((rows as { record: number; id: string }[]).map(({ record, id }) => [record, Number(id)]))
  } finally {
    database.close()
  }
}

/** How often a create without an answer was looked for; null while none is. */
export function countLooks(profile: string): number | null {
  const database = new Database(libraryFile(profile), { readonly: true })
  try {
    const looks: unknown = database
      .prepare("SELECT looks FROM creates JOIN entries USING (record) WHERE kind = 'create' AND state = 'unknown'")
      .pluck()
      .get()
    return typeof looks === 'number' ? looks : null
  } finally {
    database.close()
  }
}

/** Makes every sent create, and what is held until a time, older by so much: nobody waits ten minutes. */
export function ageCreates(profile: string, ms: number): void {
  const database = new Database(libraryFile(profile))
  try {
    database.transaction(() => {
      database.prepare('UPDATE creates SET sent_at = sent_at - @ms, looked_at = looked_at - @ms').run({ ms })
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

/** Makes every reading of a whole list older by so much: absence is not proved anew sooner than after some minutes. */
export function ageReadings(profile: string, ms: number): void {
  const database = new Database(libraryFile(profile))
  try {
    database.prepare('UPDATE passes SET started_at = started_at - @ms, ended_at = ended_at - @ms').run({ ms })
  } finally {
    database.close()
  }
}
