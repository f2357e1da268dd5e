/** The form of a create as a user fills it in. */
import type { CreateForm } from '../../src/shared/change.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

/** The default values of a create in tests. */
export const FORM: CreateForm = {
  name: 'Neon harbor',
  description: 'A harbor at night',
  resolution: '512x512',
  ...NO_FACETS,
  style: 'anime'
}
