import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from './browser.mjs'
import { adviceFor, installable, missingOf, provide, provideIfPossible, type Machine } from './system-packages.mjs'

const BARE: Machine = {
  platform: 'linux',
  isRoot: false,
  distribution: 'debian',
  isDebianItself: true,
  installedOf: () => [],
  hasBrowser: () => false,
  hasCommand: () => false
}

describe('what is missing', () => {
  it('only includes what is needed', () => {
    expect(missingOf(['browser'], BARE)).toEqual(['chromium'])
    expect(missingOf(['display'], BARE)).toEqual(['xvfb'])
    expect(missingOf(['fonts'], { ...BARE, installedOf: () => ['fonts-inter'] })).toEqual([
      'fonts-noto-core',
      'fonts-noto-cjk'
    ])
  })

  it('does not include an installed browser or compiler', () => {
    const machine: Machine = { ...BARE, hasBrowser: () => true, hasCommand: () => true }
    expect(missingOf(['browser', 'display'], machine)).toEqual([])
    expect(missingOf(['compiler'], machine)).toEqual(['libsecret-1-dev'])
  })

  it('includes the headless shell only on Debian', () => {
    expect(missingOf(['headless'], BARE)).toEqual(['chromium-headless-shell'])
    expect(missingOf(['headless'], { ...BARE, isDebianItself: false })).toEqual([])
    expect(missingOf(['headless'], { ...BARE, platform: 'darwin' })).toEqual([])
  })

  it('includes only a browser on other systems than Linux', () => {
    expect(missingOf(['browser', 'fonts', 'compiler', 'keyring'], { ...BARE, platform: 'darwin' })).toEqual([
      'chromium'
    ])
  })
})

describe('what to do', () => {
  it('is a command on Debian', () => {
    expect(adviceFor(['chromium', 'xvfb'], BARE)).toBe('\n\n  sudo apt-get install -y chromium xvfb\n')
  })

  it('includes Google Chrome on Ubuntu, whose Chromium is a snap', () => {
    const ubuntu: Machine = { ...BARE, distribution: 'ubuntu', isRoot: true }
    const advice = adviceFor(['chromium', 'fonts-inter'], ubuntu)
    expect(advice).toContain('sudo apt-get install -y fonts-inter\n')
    expect(advice).toContain('google-chrome-stable_current_amd64.deb')
    expect(installable(['chromium', 'fonts-inter'], ubuntu)).toEqual(['fonts-inter'])
  })

  it('is a description on other systems', () => {
    const other: Machine = { ...BARE, distribution: 'other', isRoot: true }
    expect(adviceFor(missingOf(['browser', 'compiler'], other), other)).toBe(
      'Please install Chromium or Google Chrome; Python 3, make, a C++ compiler and the headers of libsecret.'
    )
    expect(installable(['chromium'], other)).toEqual([])
  })

  it('is an error for required packages, and a hint for optional ones', async () => {
    const said: string[] = []
    const surroundings = { say: (text: string) => void said.push(text), machine: BARE }
    await expect(provide(['browser'], 'It needs a browser.', surroundings)).rejects.toThrow(
      'It needs a browser.\n\n  sudo apt-get install -y chromium'
    )
    expect(await provideIfPossible(['fonts'], 'It looks best with:', surroundings)).toBe(false)
    expect(said).toEqual([
      'It looks best with:\n\n  sudo apt-get install -y fonts-inter fonts-noto-core fonts-noto-cjk\n'
    ])
  })
})

describe('a browser', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofsheet-browser-'))
    for (const name of ['real', 'stub', 'link', 'snap']) mkdirSync(join(folder, name))
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      chmodSync(join(folder, name), 0o755)
    }
    put('real/google-chrome', '#!/bin/bash\nexec /opt/google/chrome/chrome "$@"\n')
    put('stub/chromium-browser', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    put('snap/snap', 'a program')
    symlinkSync(join(folder, 'snap/snap'), join(folder, 'link/chromium'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const find = (...names: string[]) => findBrowser({ PATH: names.map((name) => join(folder, name)).join(':') }, [])

  it('is found on the PATH', () => expect(find('real')).toBe(join(folder, 'real/google-chrome')))
  it('is not a snap, nor a script that starts one', () => {
    expect(find('stub')).toBeNull()
    expect(find('link')).toBeNull()
    expect(find('stub', 'link', 'real')).toBe(join(folder, 'real/google-chrome'))
  })
  it('is the one in the variable, or none', () => {
    const named = join(folder, 'stub/chromium-browser')
    expect(findBrowser({ CHROMIUM_PATH: named, PATH: '' }, [])).toBe(named)
    expect(findBrowser({ CHROMIUM_PATH: join(folder, 'no'), PATH: join(folder, 'real') }, [])).toBeNull()
  })
})
