/** Complete, plausible images for tests; a test sets only the fields that matter to it. */
import type { ChangeRow, ImageDetail } from '../../src/shared/change.ts'
import { NO_FACETS } from '../../src/shared/image.ts'
import type { ImageRow } from '../../src/shared/image.ts'

export function imageRow(part: Partial<ImageRow> = {}): ImageRow {
  return {
    record: 7,
    name: 'Neon harbour',
    ...NO_FACETS,
    style: 'anime',
    resolution: '1024x1024',
    favorite: true,
    mark: 'none',
    picture: null,
    prompt: null,
    createdAt: null,
    stage: null,
    ...part
  }
}

export function imageDetail(part: Partial<ImageDetail> = {}): ImageDetail {
  return {
    row: imageRow(),
    id: '48213',
    description: null,
    results: null,
    resultFile: null,
    url: null,
    updatedAt: null,
    readAt: null,
    other: '{}',
    isKeptCopy: false,
    changes: [],
    ...part
  }
}

export function changeRow(part: Partial<ChangeRow> = {}): ChangeRow {
  return {
    entry: 1,
    record: 7,
    group: 'images',
    kind: 'favorite',
    batch: 14,
    requestedAt: 0,
    name: 'Neon harbour',
    picture: null,
    before: false,
    after: true,
    status: 'waiting',
    tries: 0,
    failure: null,
    graceEndsAt: null,
    pause: null,
    repairActions: ['discard'],
    ...part
  }
}
