/** Things with their number. */
import { formatCount, plural } from '../format.ts'

/** "1 image", "1,204 images". */
export function countImages(count: number): string {
  return plural(count, { one: '1 image', other: `${formatCount(count)} images` })
}

/** "1 project", "1,204 projects". */
export function countProjects(count: number): string {
  return plural(count, { one: '1 project', other: `${formatCount(count)} projects` })
}

/** "1 record", "1,204 records": images or projects, as the service has them. */
export function countRecords(count: number): string {
  return plural(count, { one: '1 record', other: `${formatCount(count)} records` })
}

/** "1 change", "1,204 changes". */
export function countChanges(count: number): string {
  return plural(count, { one: '1 change', other: `${formatCount(count)} changes` })
}

/** "3 changed since and were left as they are.": what undoing a batch passes over. */
export function leftAsTheyAre(skipped: number): string {
  return plural(skipped, {
    one: '1 changed since and was left as it is.',
    other: `${formatCount(skipped)} changed since and were left as they are.`
  })
}
