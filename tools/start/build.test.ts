/** Necessary, concurrent and failed builds, with a fake build tool. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildWhenNeeded } from './build.ts'

let root: string
const said: string[] = []
const place = (name: string) => join(root, name)
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofsheet-build-'))
  said.splice(0)
  mkdirSync(place('node_modules/electron-vite/bin'), { recursive: true })
  mkdirSync(place('src'))
  writeFileSync(place('node_modules/.setup-stamp'), '')
})
afterEach(() => rmSync(root, { recursive: true }))

const build = () => buildWhenNeeded(root, (sentence) => said.push(sentence))
const buildWith = (tool: string) => {
  writeFileSync(place('node_modules/electron-vite/bin/electron-vite.js'), tool)
  return build()
}

/** Writes all bundles into the given folder. */
const TOOL = `
  const fs = require('node:fs')
  const out = process.argv[process.argv.indexOf('--outDir') + 1]
  for (const name of ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'renderer/files.json']) {
    fs.mkdirSync(out + '/' + name.split('/')[0], { recursive: true })
    fs.writeFileSync(out + '/' + name, '')
  }
`

describe('a build', () => {
  it('is repeated only after changes, or if the result is incomplete', async () => {
    expect(await buildWith(TOOL)).toBe(true)
    expect(await build()).toBe(false)
    writeFileSync(place('src/new.test.ts'), 'export {}\n')
    expect(await build()).toBe(false)
    rmSync(place('out/main/index.js'))
    expect(await build()).toBe(true)
    writeFileSync(place('src/new.ts'), 'export {}\n')
    expect(await build()).toBe(true)
    writeFileSync(place('.setup/build.json'), '{"inputs":')
    expect(await build()).toBe(true)
    expect(existsSync(place('out/main/index.js'))).toBe(true)
  })

  it('runs once for two concurrent requests', async () => {
    expect(await Promise.all([buildWith(TOOL), build()])).toEqual([true, false])
    expect(said.filter((sentence) => sentence === 'Building…')).toHaveLength(1)
    expect(said.join('\n')).toContain('is building; waiting for it…')
  })
})

describe('a build that fails', () => {
  it('makes the next start reinstall an incomplete package', async () => {
    await expect(buildWith("require('./gone.js')")).rejects.toThrow(
      /^The packages are incomplete: '.\/gone\.js' is missing\. Start again to reinstall them\.$/
    )
    expect(existsSync(place('node_modules/.setup-stamp'))).toBe(false)
  })

  it('for another reason shows the output, and keeps the packages and the last build', async () => {
    await buildWith(TOOL)
    writeFileSync(place('src/new.ts'), 'export {}\n')
    await expect(buildWith("console.error('no such name'); process.exit(1)")).rejects.toThrow(
      'no such name\n\nThe build failed; see above.'
    )
    expect(existsSync(place('node_modules/.setup-stamp'))).toBe(true)
    expect(existsSync(place('out/main/index.js'))).toBe(true)
  })
})
