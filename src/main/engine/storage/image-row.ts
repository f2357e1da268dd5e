/** One row of the mirror, and how an answer is merged into it. Pure. */
import { hash } from 'node:crypto'

import { forEachLook, NO_LOOKS, type ImageLooks } from '../../../shared/image.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { foldText, naturalKey } from './search.ts'

/** The columns of `images`, but for the record number and what SQLite computes. */
export interface StoredImage extends ImageLooks {
  readonly name: string | null
  readonly name_key: string
  readonly picture_stamp: string | null
  readonly created_at: number | null
  readonly updated_at: number | null
  readonly description: string | null
  /** JSON text. */
  readonly results: string | null
  readonly result: string | null
  readonly url: string | null
  readonly picture: string | null
  /** JSON text of an object. */
  readonly other: string
}

const EMPTY: StoredImage = {
  name: null,
  name_key: '',
  ...NO_LOOKS,
  resolution: null,
  picture_stamp: null,
  created_at: null,
  updated_at: null,
  description: null,
  results: null,
  result: null,
  url: null,
  picture: null,
  other: '{}'
}

export const IMAGE_COLUMNS = Object.keys(EMPTY) as readonly (keyof StoredImage)[]

/** Short name of a picture's source: part of the picture's address on screen, so that a new result is a new picture. */
export const pictureStamp = (picture: string): string => hash('sha256', picture).slice(0, 16)

/** SQLite cannot hold a lone surrogate: kept as sent, the row would differ from itself for ever. */
const asText = (text: string | null): string | null => text?.toWellFormed() ?? null

/** STRICT integers; a fraction of a millisecond is nothing we were told. */
export const whole = (told: number | null): number | null =>
  told === null || !Number.isFinite(told) ? null : Math.trunc(told)

/** A field that the answer did not have keeps what was known. */
const text = (told: string | null | undefined, known: string | null): string | null =>
  told === undefined ? known : asText(told)

const time = (told: number | null | undefined, known: number | null): number | null =>
  told === undefined ? known : whole(told)

function mergeOther(told: Readonly<Record<string, unknown>>, known: string): string {
  if (Object.keys(told).length === 0) return known
  // Written by this function, from an object.
  const before = JSON.parse(known) as Record<string, unknown>
  return JSON.stringify({ ...before, ...told }).toWellFormed()
}

function mergePicture(
  told: string | null | undefined,
  known: StoredImage
): Pick<StoredImage, 'picture' | 'picture_stamp'> {
  const picture = text(told, known.picture)
  if (picture === known.picture) return { picture, picture_stamp: known.picture_stamp }
  return { picture, picture_stamp: picture === null ? null : pictureStamp(picture) }
}

function mergeName(told: string | null | undefined, known: StoredImage): Pick<StoredImage, 'name' | 'name_key'> {
  const name = text(told, known.name)
  return { name, name_key: name === known.name ? known.name_key : naturalKey(foldText(name ?? '')) }
}

/** A service may cut a long prompt: from this many characters on the beginning of what is known is no news. */
const MIN_CUT = 100

/** Lists may cut a prompt and mark the cut. */
function isCutOf(told: string, known: string): boolean {
  const start = told.replace(/(\.{3}|\u2026)$/, '')
  return start.length >= MIN_CUT && start.length < known.length && known.startsWith(start)
}

function mergeDescription(told: string | null | undefined, known: string | null): string | null {
  const after = text(told, known)
  return after !== null && known !== null && isCutOf(after, known) ? known : after
}

/** The row after an answer. Fields that the answer did not have keep what was known; null = a new record. */
export function mergeImage(image: ServiceImage, known: StoredImage | null): StoredImage {
  const before = known ?? EMPTY
  const { fields } = image
  return {
    ...mergeName(fields.name, before),
    ...forEachLook((look) => text(fields[look], before[look])),
    ...mergePicture(fields.picture, before),
    created_at: time(fields.createdAt, before.created_at),
    updated_at: time(fields.updatedAt, before.updated_at),
    description: mergeDescription(fields.description, before.description),
    results: fields.results === undefined ? before.results : JSON.stringify(fields.results).toWellFormed(),
    result: text(fields.result, before.result),
    url: text(fields.url, before.url),
    other: mergeOther(image.other, before.other)
  }
}

/** The columns in which two rows differ. */
export function differences(before: StoredImage | null, after: StoredImage): readonly (keyof StoredImage)[] {
  if (before === null) return IMAGE_COLUMNS
  return IMAGE_COLUMNS.filter((column) => before[column] !== after[column])
}
