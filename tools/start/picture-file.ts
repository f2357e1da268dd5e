/** Where a start without a window saves what it shows. */
import { lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The same file each time, so that they do not pile up; one of their own for users who come after another one. */
export function pictureFile(folder = tmpdir(), user = process.getuid?.()): string {
  const usual = join(folder, 'proofsheet-main.png')
  const owner = lstatSync(usual, { throwIfNoEntry: false })?.uid
  if (owner === undefined || user === undefined || owner === user) return usual
  return join(folder, `proofsheet-main-${user}.png`)
}
