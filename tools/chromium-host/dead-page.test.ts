/** Reloads of a page that crashed; in the host, because nothing outside real Electron can crash its page. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFolder } from '../../drivers/built-app.ts'
import { eventually } from '../../drivers/eventually.ts'
import { openApp } from '../../drivers/open-app.ts'

const LOADED_AGAIN = 3

it('reloads a page that crashed, and asks first from the fourth crash on', async () => {
  builtFolder()
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-dead-page-'))
  const app = await openApp({ shell: 'host', profile })
  try {
    const { host } = app
    if (host === null) throw new Error('This runs in the host.')
    const deaths = () => readFileSync(join(profile, 'logs/proofsheet.log'), 'utf8').split('"page-gone"').length - 1
    const isOpen = () => host('hasLoaded', null)
    for (let count = 1; count <= LOADED_AGAIN; count += 1) {
      await eventually(isOpen).toBe(true)
      await host('crashPage', null)
      await eventually(deaths).toBe(count)
    }
    await eventually(isOpen).toBe(true)
    expect(await host('recorded', 'dialog.showMessageBox')).toEqual([])
    // Quit is the second button.
    await host('prepareAnswer', { what: 'dialog.showMessageBox', answer: { response: 1, checkboxChecked: false } })
    await host('crashPage', null)
    expect(await app.exited).toBe(0)
  } finally {
    await app.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
