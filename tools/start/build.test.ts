/** A build that fails, on a project whose build tool is made for it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildWhenNeeded } from './build.ts'

let root: string
const stamp = () => join(root, 'node_modules/.setup-stamp')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofsheet-build-'))
  mkdirSync(join(root, 'node_modules/electron-vite/bin'), { recursive: true })
  writeFileSync(stamp(), '')
})
afterEach(() => rmSync(root, { recursive: true }))

const buildWith = (tool: string) => {
  writeFileSync(join(root, 'node_modules/electron-vite/bin/electron-vite.js'), tool)
  return buildWhenNeeded(root, () => undefined)
}

it('for a package that is not whole has it installed anew by the next start', async () => {
  await expect(buildWith("require('./gone.js')")).rejects.toThrow(
    /^The packages are not whole: '.\/gone\.js' is missing\. Start again, and they are installed anew\.$/
  )
  expect(existsSync(stamp())).toBe(false)
})

it('for another reason shows what was said, and leaves the packages', async () => {
  await expect(buildWith("console.error('no such name'); process.exit(1)")).rejects.toThrow(
    'no such name\n\nThe build did not succeed; see above.'
  )
  expect(existsSync(stamp())).toBe(true)
})
