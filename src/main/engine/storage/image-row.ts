/** One row of the mirror, and how a response is merged into it. Pure. */
import { hash } from 'node:crypto'

import { forEachFacet, NO_FACETS, type ImageFacets } from '../../../shared/image.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { foldText, naturalKey } from './search.ts'

/** The columns of `images`, except the record number and the generated columns. */
export interface StoredImage extends ImageFacets {
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
  ...NO_FACETS,
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

/**
 * Returns a short name of the source of a picture. It is part of the picture's URL in the window, so a new result is
 * loaded as a new picture.
 */
const pictureStamp = (picture: string): string => hash('sha256', picture).slice(0, 16)

/** SQLite cannot store a lone surrogate: kept as received, the row would always differ from itself. */
const asText = (text: string | null): string | null => text?.toWellFormed() ?? null

/** Truncates to whole milliseconds for STRICT integer columns; `null` if the value is not finite. */
export const whole = (received: number | null): number | null =>
  received === null || !Number.isFinite(received) ? null : Math.trunc(received)

/** Returns the received text; a field that is absent from the response keeps the known value. */
const text = (received: string | null | undefined, known: string | null): string | null =>
  received === undefined ? known : asText(received)

const time = (received: number | null | undefined, known: number | null): number | null =>
  received === undefined ? known : whole(received)

function mergeOther(received: Readonly<Record<string, unknown>>, known: string): string {
  if (Object.keys(received).length === 0) return known
  // Written by this function, from an object.
  const before = JSON.parse(known) as Record<string, unknown>
  return JSON.stringify({ ...before, ...received }).toWellFormed()
}

function mergePicture(
  received: string | null | undefined,
  known: StoredImage
): Pick<StoredImage, 'picture' | 'picture_stamp'> {
  const picture = text(received, known.picture)
  if (picture === known.picture) return { picture, picture_stamp: known.picture_stamp }
  return { picture, picture_stamp: picture === null ? null : pictureStamp(picture) }
}

function mergeName(received: string | null | undefined, known: StoredImage): Pick<StoredImage, 'name' | 'name_key'> {
  const name = text(received, known.name)
  return { name, name_key: name === known.name ? known.name_key : naturalKey(foldText(name ?? '')) }
}

/**
 * A service may truncate a long prompt, so a prefix of the known prompt with at least this many characters is not a
 * change.
 */
const MIN_CUT = 100

/** Returns whether a prompt is a truncated form of the known one; lists may mark the cut with an ellipsis. */
function isCutOf(received: string, known: string): boolean {
  const start = received.replace(/(\.{3}|\u2026)$/, '')
  return start.length >= MIN_CUT && start.length < known.length && known.startsWith(start)
}

function mergeDescription(received: string | null | undefined, known: string | null): string | null {
  const after = text(received, known)
  return after !== null && known !== null && isCutOf(after, known) ? known : after
}

/**
 * Returns the row after a response. Fields that are absent from the response keep their known values; `known`: `null`
 * for a new record.
 */
export function mergeImage(image: ServiceImage, known: StoredImage | null): StoredImage {
  const before = known ?? EMPTY
  const { fields } = image
  return {
    ...mergeName(fields.name, before),
    ...forEachFacet((facet) => text(fields[facet], before[facet])),
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

/** Returns the columns in which two rows differ. */
export function differences(before: StoredImage | null, after: StoredImage): readonly (keyof StoredImage)[] {
  if (before === null) return IMAGE_COLUMNS
  return IMAGE_COLUMNS.filter((column) => before[column] !== after[column])
}
