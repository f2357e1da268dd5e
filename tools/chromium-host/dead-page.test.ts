/** Reloads of a crashed page; in the host, because the page of real Electron cannot be crashed from outside. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFolder } from '../../drivers/built-app.ts'
import { eventually } from '../../drivers/eventually.ts'
import { openApp } from '../../drivers/open-app.ts'

const RELOADED = 3

it('reloads a crashed page, and asks first from the fourth crash on', async () => {
  builtFolder()
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-dead-page-'))
  const app = await openApp({ shell: 'host', profile })
  try {
    const { host } = app
    if (host === null) throw new Error('This test requires the host.')
    const crashes = () => readFileSync(join(profile, 'logs/proofsheet.log'), 'utf8').split('"page-gone"').length - 1
    const isOpen = () => host('hasLoaded', null)
    for (let count = 1; count <= RELOADED; count += 1) {
      await eventually(isOpen).toBe(true)
      await host('crashPage', null)
      await eventually(crashes).toBe(count)
    }
    await eventually(isOpen).toBe(true)
    expect(await host('recorded', 'dialog.showMessageBox')).toEqual([])
    // Quit is the second button.
    await host('prepareResponse', { what: 'dialog.showMessageBox', answer: { response: 1, checkboxChecked: false } })
    await host('crashPage', null)
    expect(await app.exited).toBe(0)
  } finally {
    await app.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
