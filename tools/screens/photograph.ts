/** Plays the acts one after the other and photographs each scene. */
import { openStand, type Act } from './scene.ts'
import { accountAct } from './scenes/account.ts'
import { connectAct } from './scenes/connect.ts'
import { fileAct } from './scenes/file.ts'
import { firstUpdateAct, notShownAct } from './scenes/first-update.ts'
import { keyringAct, noKeyringAct } from './scenes/keyring.ts'
import { libraryAct } from './scenes/library.ts'
import { picturesAct } from './scenes/pictures.ts'
import { serviceAct } from './scenes/service.ts'
import { settingsAct } from './scenes/settings.ts'
import { SCHEMES, shoot, SIZES, type Shot } from './shoot.ts'

/** Everything that is photographed; what takes longest begins first. */
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

/** Played at once. */
const STANDS = 3
/** What each scene is seen in. */
const VARIANTS = SIZES.flatMap(({ width, height }) => SCHEMES.map((scheme) => `${width}x${height} ${scheme}`))

export interface PhotographOptions {
  /** An existing folder. */
  readonly out: string
  /** Only scenes whose own or whose act's name holds the word; '' = all. */
  readonly only: string
  /** Hears of each picture and of each scene that did not come about. */
  readonly tell: (line: string) => void
  /** Once aborted, no other scene begins. */
  readonly signal?: AbortSignal
  /** Hears how to close what is open, for an end in the middle of a scene. */
  readonly onClose?: (close: () => Promise<void>) => void
}

export interface Photographed {
  /** Pictures that were taken: each scene in each variant. */
  readonly screens: number
  /** Faults of accessibility on all of them. */
  readonly violations: number
  /** Names of scenes whose sentence was not on screen. */
  readonly missing: readonly string[]
}

/** Acts with the scenes that are wanted. */
function chosen(only: string): readonly Act[] {
  return ACTS.map((act) => {
    const isWhole = act.name.includes(only)
    return { ...act, scenes: act.scenes.filter(({ name }) => isWhole || name.includes(only)) }
  }).filter(({ scenes }) => scenes.length > 0)
}

/**
 * Acts wait for most of their time, so several are played at once, each on a stand of its own. What does not come about is
 * told and missing, and does not keep the rest from being seen.
 */
export async function photographAll(options: PhotographOptions): Promise<Photographed> {
  const done = { screens: 0, violations: 0, missing: new Set<string>() }
  options.tell(`Variants: ${VARIANTS.join(', ')}`)
  const waiting = [...chosen(options.only)]
  const playAll = async (): Promise<void> => {
    for (let act = waiting.shift(); act !== undefined; act = waiting.shift()) {
      if (options.signal?.aborted === true) return
      const { name, scenes } = act
      const shown = await photograph(act, options).catch((error: unknown) => {
        options.tell(`${name}: ${wordsOf(error)}`)
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

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function photograph(act: Act, options: PhotographOptions): Promise<Photographed> {
  const { out, tell, signal, onClose } = options
  const missing: string[] = []
  const counts = { screens: 0, violations: 0 }
  const stand = await openStand()
  const close = closeOnce(stand.close)
  onClose?.(close)
  try {
    await act.prepare(stand)
    for (const scene of act.scenes) {
      if (signal?.aborted === true) break
      const onShot = ({ file, isSeen, violations }: Shot): void => {
        counts.screens += 1
        counts.violations += violations.length
        tell(isSeen ? file : `${file} lacks ${String(scene.says)}`)
        for (const violation of violations) tell(`${file} violates ${violation}`)
        if (!isSeen) missing.push(scene.name)
      }
      await shoot(scene, stand, out, onShot).catch(async (error: unknown) => {
        tell(`${act.name}/${scene.name}: ${wordsOf(error)}`)
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
