/** The choices of the form's lists, as they stand on screen. Pure. */
import { LOOK_VALUES } from '../../shared/image.ts'
import type { OptionalLook } from '../../shared/image.ts'
import { createCopy } from '../copy/create.ts'
import { valueLabel } from '../copy/looks.ts'

interface LookOption {
  readonly value: string
  readonly label: string
}

/** Stands for "not chosen" in a list; no value of the interface is empty. */
export const NOT_CHOSEN = ''

/** "None", then every value by its label. A chosen value that this version does not know stays a choice. */
export function lookOptions(look: OptionalLook, chosen: string | null): readonly LookOption[] {
  const options = withChosen(LOOK_VALUES[look], chosen).map((value) => ({ value, label: valueLabel(look, value) }))
  const sorted = options.toSorted((one, other) => one.label.localeCompare(other.label))
  return [{ value: NOT_CHOSEN, label: createCopy.none }, ...sorted]
}

/** By size; an unknown one that is chosen comes last. */
export function resolutionOptions(chosen: string): readonly LookOption[] {
  return withChosen(LOOK_VALUES.resolution, chosen).map((value) => ({ value, label: valueLabel('resolution', value) }))
}

function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || chosen === NOT_CHOSEN || values.includes(chosen) ? values : [...values, chosen]
}
