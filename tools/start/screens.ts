/** `npm start -- --screens DIR`: photographs every screen instead of opening one. */
import { mkdirSync } from 'node:fs'
import { findBrowser } from '../setup/browser.mjs'
import { provide } from '../setup/system-packages.mjs'
import { photographAll } from '../screens/photograph.ts'
import type { Ending } from './ending.ts'

interface ScreensParts {
  readonly folder: string
  readonly ending: Ending
  readonly say: (sentence: string) => void
}

/** 0 when every screen was seen with its sentence, else 1. */
export async function photographScreens({ folder, ending, say }: ScreensParts): Promise<number> {
  const reason = 'Photographs of every screen need some system packages. Install them and try again:'
  await provide(['browser', 'fonts', 'keyring'], reason, { say })
  process.env['CHROMIUM_PATH'] ??= findBrowser() ?? undefined
  mkdirSync(folder, { recursive: true })
  say(`Photographing every screen into ${folder}. This takes some minutes…`)
  const { screens, missing } = await photographAll({
    out: folder,
    only: '',
    signal: ending.signal,
    onClose: ending.add,
    tell: say
  })
  say(`${screens} screens in ${folder}`)
  return missing.length === 0 && screens > 0 ? 0 : 1
}
