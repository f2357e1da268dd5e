/** Gives a record that was created here its id of the service. Runs inside the caller's transaction. */
import type { ServiceImage } from '../domain/service-records.ts'
import type { WriteDb } from './database.ts'
import { mergeRecords } from './merge-records.ts'
import { takeFavorite } from './mirror-favorite.ts'
import { findRecord } from './records.ts'
import { writeImage } from './write-image.ts'

/**
 * The record is this image from now on. Answers the records that became one with it: a page may have brought the image
 * in before its create was acknowledged, and more may have happened to it than the answer knows. `askedAt`: tick of the
 * question, `tick`: `nextTick` now, `now`: ms since epoch.
 */
export function adoptImage(
  db: WriteDb,
  adoption: {
    readonly record: number
    readonly image: ServiceImage
    readonly askedAt: number
    readonly now: number
    readonly tick: number
  }
): readonly number[] {
  const { record, image, askedAt, now, tick } = adoption
  const known = findRecord(db, 'images', image.id)
  const isOther = known !== null && known !== record
  if (isOther) mergeRecords(db, { from: known, into: record, now })
  else db.run('UPDATE records SET service_id = ? WHERE record = ?', [image.id, record])
  writeImage(db, image, { askedAt, tick, readAt: now, take: takeFavorite })
  return isOther ? [known] : []
}
