/** Reads the library's own file, to tell which record of the service a record number stands for. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The one library of a profile. */
export function libraryFile(profile: string): string {
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
