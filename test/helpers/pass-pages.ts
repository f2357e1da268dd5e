/** Pages of a list and the progress of a pass over it, for tests of the rules of a pass. */
import { type PassState, NEW_PASS } from '../../src/main/engine/domain/pass-step.ts'
import type { ServicePage } from '../../src/main/engine/domain/service-records.ts'

export const page = (told: Partial<ServicePage<unknown>>, count = 100): ServicePage<unknown> => ({
  records: Array.from({ length: count }, () => ({})),
  currentPage: null,
  lastPage: null,
  perPage: null,
  total: null,
  hasNext: null,
  nextCursor: null,
  listed: count + (told.unreadable ?? 0) + (told.deleted?.length ?? 0),
  unreadable: 0,
  deleted: [],
  ...told
})

/** Descending numbers that start at `from`. */
export const ids = (from: number, count = 100): string[] =>
  Array.from({ length: count }, (_, index) => String(from - index))
export const at = (more: Partial<PassState>): PassState => ({ ...NEW_PASS, ...more })
