/** Runs commands on images for keys, menus and buttons. */
import type { Bridge } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { copyText } from '../../commands/copy-text.ts'
import { copy } from '../../../copy/language.ts'
import { openCreate } from '../../stores/create-store.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSelection } from '../selection/selection.ts'
import { singleOf } from '../selection/targets.ts'
import { openFullView, useFullView } from '../view/full-view-store.ts'
import { useView } from '../view/view-store.ts'
import { type DeleteCommand, deletionObstacle } from './delete.ts'
import type { FavoriteCommands } from './favorite.ts'
import { useRename } from './rename.ts'
import { startReview } from './review.ts'
import type { TargetCommandName } from './shortcuts.ts'

interface TargetCommandParts {
  readonly favorites: FavoriteCommands
  readonly remove: DeleteCommand
  readonly bridge: Pick<Bridge, 'getImage' | 'getCreateForm'>
  readonly onFailure: (failure: Failure) => void
}

/** Runs a command. `on`: the record a menu was opened on, or the one in the full view; without it, the selection. */
export type RunTargetCommand = (name: TargetCommandName, on?: RecordNumber) => void

export function createTargetCommands({ favorites, remove, bridge, onFailure }: TargetCommandParts): RunTargetCommand {
  async function copyPrompt(record: RecordNumber): Promise<void> {
    const answer = await bridge.getImage({ record })
    if (!answer.ok) return onFailure(answer.failure)
    await copyText(answer.value.description ?? '', copy.commands.promptCopied)
  }

  async function useSettings(record: RecordNumber): Promise<void> {
    const answer = await bridge.getCreateForm({ record })
    if (answer.ok) openCreate(answer.value)
    else onFailure(answer.failure)
  }

  const forOne = (run: (record: RecordNumber) => void) => (on: RecordNumber | undefined) => {
    const record = singleNow(on)
    if (record !== null) run(record)
  }
  const runs: Readonly<Record<TargetCommandName, (on: RecordNumber | undefined) => void>> = {
    'open-detail': forOne(openFullView),
    review: startReview,
    'add-favorite': (on) => void favorites.add(on),
    'remove-favorite': (on) => void favorites.set(false, on),
    rename: forOne(startRename),
    'copy-name': forOne((record) => void copyText(shownName(record), copy.commands.nameCopied)),
    'copy-prompt': forOne((record) => void copyPrompt(record)),
    'use-settings': forOne((record) => void useSettings(record)),
    delete: (on) => void remove(on)
  }
  return (name, on = useFullView.getState().record ?? undefined) => {
    const why = whyUnavailable(name, situationNow(on))
    if (why === null) runs[name](on)
    else showToast({ text: why })
  }
}

/** Returns what a command would act on now. */
export function situationNow(on?: RecordNumber): Situation {
  const { selection } = useSelection.getState()
  const record = singleNow(on)
  const size = record === null ? selection.members.size : 1
  return { size, row: record === null ? undefined : useView.getState().rows.get(record) }
}

function singleNow(on: RecordNumber | undefined): RecordNumber | null {
  const { selection, active } = useSelection.getState()
  return on ?? singleOf(selection, active)
}

function startRename(record: RecordNumber): void {
  // The field is placed over the tile, so the tile is scrolled into view first.
  useSelection.setState({ active: record, reveal: { record } })
  useRename.setState({ record })
}

const shownName = (record: RecordNumber): string => useView.getState().rows.get(record)?.name ?? ''

// Which commands are available, and why the others are not. Pure; used by menus and keys.

interface Situation {
  readonly size: number
  /** The row of the only record; `undefined` if there are several or it is not loaded. */
  readonly row: ImageRow | undefined
}

/** Commands for one image only, and the message for several. */
const ofSeveral = (): Readonly<Partial<Record<TargetCommandName, string>>> => ({
  'open-detail': copy.unavailable.severalOpen,
  rename: copy.unavailable.severalRename,
  'copy-name': copy.unavailable.severalCopy,
  'copy-prompt': copy.unavailable.severalCopy,
  'use-settings': copy.unavailable.severalSettings
})

/** Why an image cannot be deleted now. */
export const obstacleText = () => ({
  'being-sent': copy.unavailable.beingSent,
  'being-deleted': copy.unavailable.beingDeleted
})

const READS_ONLY: ReadonlySet<TargetCommandName> = new Set<TargetCommandName>(['open-detail', 'review', 'use-settings'])
const FAVORITES: ReadonlySet<TargetCommandName> = new Set<TargetCommandName>(['add-favorite', 'remove-favorite'])

/** Returns the reason why the command is unavailable; `null` if it is available. */
export function whyUnavailable(name: TargetCommandName, { size, row }: Situation): string | null {
  if (size === 0) return copy.unavailable.nothing
  if (size > 1) return ofSeveral()[name] ?? null
  return row === undefined ? null : whyNotOne(name, row)
}

function whyNotOne(name: TargetCommandName, row: ImageRow): string | null {
  if (name === 'copy-name') return row.name === '' ? copy.unavailable.noName : null
  if (name === 'copy-prompt') return (row.prompt ?? '') === '' ? copy.unavailable.noPrompt : null
  const obstacle = deletionObstacle(row)
  if (obstacle === null || READS_ONLY.has(name)) return null
  // An image that is being created can be favorited; the favorite is sent after its creation.
  if (obstacle === 'being-sent' && FAVORITES.has(name)) return null
  return obstacleText()[obstacle]
}
