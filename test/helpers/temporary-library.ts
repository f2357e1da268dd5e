/** A library in a real file that goes when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { ServiceImage, ServiceImageFields } from '../../src/main/engine/domain/service-records.ts'
import {
  close,
  openForReading,
  openForWriting,
  type ReadDb,
  type WriteDb
} from '../../src/main/engine/storage/database.ts'
import { applyImages } from '../../src/main/engine/storage/images.ts'
import { nextTick } from '../../src/main/engine/storage/meta.ts'
import type { Result } from '../../src/shared/failure.ts'

/** The value, or a failed test that names the failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`failed: ${JSON.stringify(result.failure)}`)
}

/** An empty folder, removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TemporaryLibrary {
  readonly file: string
  readonly db: WriteDb
  readonly reader: () => ReadDb
  /** Closes every handle and removes the file before the test ends: for tests that make thousands. */
  readonly dispose: () => void
}

/** An open, empty library; closed and removed at the end of the test. */
export function temporaryLibrary(): TemporaryLibrary {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
  const file = join(folder, 'library.db')
  const open = new Set<ReadDb>()
  const keep = <T extends ReadDb>(db: T): T => (open.add(db), db)
  const dispose = (): void => {
    for (const db of open) close(db)
    open.clear()
    rmSync(folder, { recursive: true, force: true })
  }
  onTestFinished(dispose)
  const db = keep(valueOf(openForWriting(file)))
  return { file, db, reader: () => keep(valueOf(openForReading(file))), dispose }
}

/** An image as a list answer shows it. */
export function image(id: number | string, fields: ServiceImageFields = {}): ServiceImage {
  return { id: String(id), fields: { name: `Image ${id}`, ...fields }, other: {} }
}

/** Applies images as one page asked and answered now; answers the record numbers of new ones. */
export function put(db: WriteDb, images: readonly ServiceImage[], readAt = 1_000): readonly number[] {
  return applyImages(db, { records: images, askedAt: nextTick(db), readAt, pass: null }).added
}
