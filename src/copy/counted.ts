/** Things with their number. */
import { formatCount, plural } from './format.ts'

/** "1 image", "1,204 images". */
export function countImages(count: number): string {
  return plural(count, { one: '1 image', other: `${formatCount(count)} images` })
}

/** "1 project", "1,204 projects". */
export function countProjects(count: number): string {
  return plural(count, { one: '1 project', other: `${formatCount(count)} projects` })
}

/** "1 item", "1,204 items": images or projects. */
export function countRecords(count: number): string {
  return plural(count, { one: '1 item', other: `${formatCount(count)} items` })
}

/** "1 change", "1,204 changes". */
export function countChanges(count: number): string {
  return plural(count, { one: '1 change', other: `${formatCount(count)} changes` })
}

/** "3 have changed since and were left alone.": what undoing a batch passes over. */
export function leftAsTheyAre(skipped: number): string {
  return plural(skipped, {
    one: '1 has changed since and was left alone.',
    other: `${formatCount(skipped)} have changed since and were left alone.`
  })
}

// What stands for the name of an image or a project on screen.

const UNTITLED = 'Untitled'

/** Blanks, controls, marks of direction and of joining, and fillers: nothing of them is seen. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu

/** Whether something of a name can be seen. */
export const isVisible = (name: string): boolean => name.replace(INVISIBLE, '') !== ''

/** The name, or "Untitled" where there is nothing to see. */
export const titleOf = (name: string): string => (isVisible(name) ? name : UNTITLED)

/** Facts in one row. */
export const inOneRow = (facts: readonly string[]): string => facts.join(' · ')
