/** A temporary folder for what a test starts, with the sample pictures that services on this computer have drawn so far. */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the reference service keeps them, below the temporary folder. */
const PICTURES = 'proofsheet-pictures'

/** Creates the folder. Drawing 30 pictures again takes a service ten seconds. */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const drawn = join(tmpdir(), PICTURES)
  mkdirSync(drawn, { recursive: true })
  symlinkSync(drawn, join(folder, PICTURES), 'junction')
  return folder
}
