/** What a hazard happens to, in words for people. */
import type { Operation } from '../routes.ts'
import { ALL } from './hazard.ts'
import type { Hazard } from './hazard.ts'

const WORDS: Readonly<Record<string, readonly Operation[]>> = {
  list: ['list-images', 'list-projects'],
  show: ['show-image'],
  store: ['store-image'],
  update: ['update-image'],
  delete: ['delete-image', 'delete-project']
}

/** As `-on-` takes it: "list, delete-image"; "all" for every operation. */
export function operationWords({ level, operations }: Hazard): string {
  if (level === 'picture') return 'picture files'
  if (level === 'certificate') return 'connections'
  if (operations.length === ALL.length) return 'all'
  return Object.entries(WORDS)
    .flatMap(([word, meant]) => {
      const named = meant.filter((operation) => operations.includes(operation))
      return named.length === meant.length ? [word] : named
    })
    .join(', ')
}
