/** Whether a record is read as the service holds it, in list and show. */
import type { ServiceImage } from '../../src/main/engine/domain/service-records.ts'
import { listImages, showImage } from '../../src/main/engine/service/images.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { writeId } from '../../src/reference-service/dialects/wire-values.ts'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { PICTURE_PATH } from '../../src/reference-service/picture-names.ts'
import { forEachLook } from '../../src/shared/image.ts'
import { wordsOf } from './expected.ts'
import type { Peer } from './peer.ts'

const RECORD = 130

interface Look {
  readonly peer: Peer
  readonly dialect: ServiceDialect
  readonly images: ServiceClient
}

/** Of the newest record that was there from the beginning. */
export async function recordProblems({ peer, dialect, images }: Look): Promise<readonly string[]> {
  const truth = peer.service.truth.images.get(RECORD)
  const id = String(writeId(dialect.ids, RECORD))
  const shown = (await showImage(images, { id })).outcome
  const listed = (await listImages(images, { perPage: 25, page: 1, sortBy: 'id', sort: 'desc' })).outcome
  if (truth === undefined || shown.kind !== 'applied' || shown.value === null) return [`Shown: ${wordsOf(shown)}.`]
  if (listed.kind !== 'applied') return [`Listed: ${wordsOf(listed)}.`]
  const row = listed.value?.records.find((image) => image.id === id)
  const base = peer.line.address
  const problems = row === undefined ? ['The list does not have it.'] : differences(row, truth, dialect, base)
  return [...problems, ...differences(shown.value, truth, dialect, base)]
}

function differences(
  { fields, other }: ServiceImage,
  truth: ImageRecord,
  dialect: ServiceDialect,
  base: string
): readonly string[] {
  const wanted = {
    name: truth.name,
    ...forEachLook((look) => truth[look]),
    favorite: dialect.flags === 'missing' ? undefined : truth.favorite,
    createdAt: timeIn(dialect, truth.createdAt),
    picture: truth.result === null ? null : base + PICTURE_PATH + truth.result
  }
  const wrong = Object.entries(wanted).filter(([name, value]) => fields[name as keyof typeof wanted] !== value)
  const left = Object.keys(other)
  return [
    ...wrong.map(([name, value]) => `${name}: ${String(fields[name as keyof typeof wanted])}, not ${String(value)}.`),
    ...(left.length === 0 ? [] : [`Not understood: ${left.join(', ')}.`])
  ]
}

/** null: told that there is none. undefined: not told. */
function timeIn({ dates }: ServiceDialect, at: number): number | null | undefined {
  if (dates === 'missing') return undefined
  return dates === 'zero' ? null : at
}
