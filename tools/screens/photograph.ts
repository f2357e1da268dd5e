/** Plays the acts one after the other and photographs each scene. */
import { ACTS } from './acts.ts'
import type { Act } from './scene.ts'
import { shoot } from './shoot.ts'
import { openStand } from './stand.ts'

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
  readonly pictures: number
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

/** What does not come about is told and missing, and does not keep the rest from being seen. */
export async function photographAll(options: PhotographOptions): Promise<Photographed> {
  const done: { pictures: number; readonly missing: string[] } = { pictures: 0, missing: [] }
  for (const act of chosen(options.only)) {
    if (options.signal?.aborted === true) break
    const shown = await photograph(act, options).catch((error: unknown) => {
      options.tell(`${act.name}: ${wordsOf(error)}`)
      return { pictures: 0, missing: act.scenes.map(({ name }) => name) }
    })
    done.pictures += shown.pictures
    done.missing.push(...shown.missing)
  }
  return { pictures: done.pictures, missing: [...new Set(done.missing)] }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function photograph(act: Act, options: PhotographOptions): Promise<Photographed> {
  const { out, tell, signal, onClose } = options
  const missing: string[] = []
  let pictures = 0
  const stand = await openStand()
  const close = closeOnce(stand.close)
  onClose?.(close)
  try {
    await act.prepare(stand)
    for (const scene of act.scenes) {
      if (signal?.aborted === true) break
      const onShot = ({ file, isSeen }: { file: string; isSeen: boolean }): void => {
        pictures += 1
        tell(isSeen ? file : `${file} lacks ${String(scene.says)}`)
        if (!isSeen) missing.push(scene.name)
      }
      await shoot(scene, stand, out, onShot).catch((error: unknown) => {
        tell(`${act.name}/${scene.name}: ${wordsOf(error)}`)
        missing.push(scene.name)
        return scene.undo?.(stand).catch(() => undefined)
      })
    }
  } finally {
    await close()
  }
  return { pictures, missing }
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  const state: { closing: Promise<void> | null } = { closing: null }
  return () => (state.closing ??= close())
}
