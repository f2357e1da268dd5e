/** What stands for the name of an image or a project on screen, and for the value of an attribute. */
import type { Facet } from '../shared/image.ts'
import { NO_VALUE } from '../shared/query.ts'
import { copy } from './language.ts'

/** Blanks, controls, marks of direction and of joining, and fillers: nothing of them is seen. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu

/** Whether something of a name can be seen. */
const isVisible = (name: string): boolean => name.replace(INVISIBLE, '') !== ''

/** The name, or "Untitled" where there is nothing to see. */
export const titleOf = (name: string): string => (isVisible(name) ? name : copy.names.untitled)

/** The name of a single item, or `null` where there is nothing to see of it: its count stands for it. */
export const shownName = (name: string | null): string | null => (name !== null && isVisible(name) ? name : null)

/** "“Neon harbour”", "Untitled". */
export const quotedTitle = (name: string): string => (isVisible(name) ? copy.names.quoted(name) : titleOf(name))

/** The label of an attribute's value; `NO_VALUE` reads "No style" and the like, a value unknown to this version shows raw. */
export function valueLabel(facet: Facet, value: string): string {
  const { none, values } = copy.facets[facet]
  // A name that every object has is no value.
  const known: Readonly<Record<string, string>> = Object.hasOwn(values, value) ? values : {}
  return value === NO_VALUE ? none : (known[value] ?? value)
}

/** Facts in one row. */
export const inOneRow = (facts: readonly string[]): string => facts.join(' · ')
