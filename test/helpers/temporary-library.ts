/** A library in a real file that is removed at the end of the test. */
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
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import type { Result } from '../../src/shared/failure.ts'

/** Returns the value, or fails the test with the name of the failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`failed: ${JSON.stringify(result.failure)}`)
}

/** Creates an empty folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TemporaryLibrary {
  readonly file: string
  readonly db: WriteDb
  readonly reader: () => ReadDb
  /** Closes every handle and removes the file before the test ends, for tests that make thousands. */
  readonly dispose: () => void
}

/** Creates an open, empty library that is closed and removed at the end of the test. */
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

/** An image as in a list response. */
export function image(id: number | string, fields: ServiceImageFields = {}): ServiceImage {
  return { id: String(id), fields: { name: `Image ${id}`, ...fields }, other: {} }
}

/** Applies images as one page requested and received now; returns the record numbers of the new ones. */
export function put(db: WriteDb, images: readonly ServiceImage[], readAt = 1_000): readonly number[] {
  return applyImages(db, { records: images, requestSequence: nextSequence(db), readAt, pass: null }).added
}
