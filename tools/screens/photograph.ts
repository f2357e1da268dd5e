/** Plays the acts and saves a picture of each scene. */
import type { Ending } from '../start/ending.ts'
import { openStand, type Act, SCHEMES, shoot, SIZES, type Shot } from './scene.ts'
import { connectAct } from './scenes/connect.ts'
import { fileAct } from './scenes/file.ts'
import { keyringAct, noKeyringAct, accountAct } from './scenes/keys.ts'
import { libraryAct } from './scenes/library.ts'
import { picturesAct } from './scenes/pictures.ts'
import { serviceAct, firstUpdateAct, notShownAct } from './scenes/service.ts'
import { settingsAct } from './scenes/settings.ts'

/** The acts, with the longest first. */
const ACTS: readonly Act[] = [
  notShownAct,
  serviceAct,
  connectAct,
  libraryAct,
  picturesAct,
  accountAct,
  firstUpdateAct,
  settingsAct,
  keyringAct,
  noKeyringAct,
  fileAct
]

/** Number of acts at a time. */
const STANDS = 3
/** Sizes and schemes of each scene. */
const VARIANTS = SIZES.flatMap(({ width, height }) => SCHEMES.map((scheme) => `${width}x${height} ${scheme}`))

export interface PhotographOptions {
  /** An existing folder. */
  readonly out: string
  /** Part of the name of a scene or an act; '' for all. */
  readonly only: string
  /** Reports each picture, and each scene that failed. */
  readonly say: (line: string) => void
  /** Once aborted, no other scene begins; closes open stands. */
  readonly ending: Pick<Ending, 'signal' | 'add'>
}

export interface Photographed {
  /** Number of pictures: each scene in each variant. */
  readonly screens: number
  /** Violations of accessibility rules on all of them. */
  readonly violations: number
  /** Names of scenes whose sentence was not on screen. */
  readonly missing: readonly string[]
}

/** Returns the acts with the selected scenes. */
function selectedActs(only: string): readonly Act[] {
  return ACTS.map((act) => {
    const isWhole = act.name.includes(only)
    return { ...act, scenes: act.scenes.filter(({ name }) => isWhole || name.includes(only)) }
  }).filter(({ scenes }) => scenes.length > 0)
}

/**
 * Plays several acts at a time, each on its own stand, because they mostly wait. Reports scenes that fail, and
 * continues with the others.
 */
export async function photographAll(options: PhotographOptions): Promise<Photographed> {
  const done = { screens: 0, violations: 0, missing: new Set<string>() }
  options.say(`Variants: ${VARIANTS.join(', ')}`)
  const pending = [...selectedActs(options.only)]
  const playAll = async (): Promise<void> => {
    for (let act = pending.shift(); act !== undefined; act = pending.shift()) {
      if (options.ending.signal.aborted) return
      const { name, scenes } = act
      const shown = await photograph(act, options).catch((error: unknown) => {
        options.say(`${name}: ${messageOf(error)}`)
        return { screens: 0, violations: 0, missing: scenes.map((scene) => scene.name) }
      })
      done.screens += shown.screens
      done.violations += shown.violations
      for (const scene of shown.missing) done.missing.add(scene)
    }
  }
  await Promise.all(Array.from({ length: STANDS }, playAll))
  return { ...done, missing: [...done.missing] }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function photograph(act: Act, options: PhotographOptions): Promise<Photographed> {
  const { out, say, ending } = options
  const missing: string[] = []
  const counts = { screens: 0, violations: 0 }
  const stand = await openStand()
  const close = closeOnce(stand.close)
  ending.add(close)
  try {
    await act.prepare(stand)
    for (const scene of act.scenes) {
      if (ending.signal.aborted) break
      const onShot = ({ file, isSeen, violations }: Shot): void => {
        counts.screens += 1
        counts.violations += violations.length
        say(isSeen ? file : `${file} lacks ${String(scene.says())}`)
        for (const violation of violations) say(`${file} violates ${violation}`)
        if (!isSeen) missing.push(scene.name)
      }
      await shoot(scene, stand, out, onShot).catch(async (error: unknown) => {
        say(`${act.name}/${scene.name}: ${messageOf(error)}`)
        missing.push(scene.name)
        await Promise.resolve(scene.undo?.(stand)).catch(() => undefined)
      })
    }
  } finally {
    await close()
  }
  return { ...counts, missing }
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  const state: { closing: Promise<void> | null } = { closing: null }
  return () => (state.closing ??= close())
}
