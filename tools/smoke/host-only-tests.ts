/** Tests that are collected in the Chromium host only (drivers/chosen-shell.ts), read out of their sources. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Their titles, in the order of the files. `folder`: of the end-to-end tests. */
export function hostOnlyTests(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
  return files.toSorted().flatMap((name) => titlesIn(readFileSync(join(folder, name), 'utf8')))
}

/** Throws when a block has no title that can be read: it must not be left out unsaid. */
export function titlesIn(source: string): readonly string[] {
  const blocks = source.split(/^\s*hostOnly\(/m).slice(1)
  return blocks.map((block) => {
    const title = /^\(\) => \{\s*(?:it|test|describe)(?:\.each\([\s\S]*?\))?\('([^']*)'/.exec(block)?.[1]
    if (title === undefined) throw new Error(`This test of the host has no title to be told by: ${block.slice(0, 80)}`)
    return title
  })
}
