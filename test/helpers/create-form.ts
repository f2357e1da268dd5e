/** A create as a person fills it in. */
import type { CreateForm } from '../../src/shared/change.ts'
import { NO_LOOKS } from '../../src/shared/image.ts'

/** What a create asks for unless a test says otherwise. */
export const FORM: CreateForm = {
  name: 'Neon harbor',
  description: 'A harbor at night',
  resolution: '512x512',
  ...NO_LOOKS,
  style: 'anime'
}
