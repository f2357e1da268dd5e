/**
 * Ties the create form to main: brings back the draft of the last run, saves it a moment after each change, and reads
 * what the library knows of a create that is being changed.
 */
import type { RecordEvent } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/failure.ts'
import type { RecordNumber } from '../../shared/image.ts'
import {
  type CreateState,
  draftOf,
  forgetRecord,
  learnRecord,
  noteSaved,
  restoreDraft,
  useCreate
} from '../stores/create-store.ts'

/** The longest that typing stays unsaved. */
const SAVE_WITHIN_MS = 250

interface DraftKeeperPorts {
  readonly bridge: Pick<Bridge, 'getCreateDraft' | 'saveCreateDraft' | 'getCreateForm' | 'getRecordHistory'>
  readonly now: () => number
  /** Runs the save after a pause, or earlier when the page is about to go; returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
}

/** Follows the form; returns what saves the rest of it and ends that. Nothing is saved before the last run's draft is in. */
export function keepDraft(ports: DraftKeeperPorts): () => void {
  const saver = createSaver(ports)
  const stop = useCreate.subscribe((now, before) => {
    if (before.isRestored && isChanged(now, before)) saver.soon()
    if (now.record !== before.record && now.record !== null) void readRecord(ports, now.record)
  })
  void bringBackDraft(ports.bridge, saver.soon)
  return () => {
    saver.flush()
    stop()
  }
}

async function bringBackDraft(bridge: Pick<Bridge, 'getCreateDraft'>, saveSoon: () => void): Promise<void> {
  const answer = await bridge.getCreateDraft(null)
  restoreDraft(answer.ok ? answer.value : null)
  // Opened in the meantime: that was not saved yet.
  if (useCreate.getState().openings > 0) saveSoon()
}

function isChanged(now: CreateState, before: CreateState): boolean {
  return (
    now.form !== before.form ||
    now.isOpen !== before.isOpen ||
    now.keepsOpen !== before.keepsOpen ||
    now.record !== before.record
  )
}

/** One save for a burst, at most a pause after its first change, so that long typing is saved on the way. */
function createSaver({ bridge, now, after }: DraftKeeperPorts) {
  const due: { callOff: (() => void) | null } = { callOff: null }
  const save = async (): Promise<void> => {
    due.callOff = null
    const state = useCreate.getState()
    // The form of the edited one is not here yet: an empty one must not take its place.
    if (state.isLoading) return
    const answer = await bridge.saveCreateDraft({ draft: draftOf(state) })
    noteSaved(answer.ok ? { at: now() } : { failure: answer.failure })
  }
  return {
    soon: () => {
      due.callOff ??= after(() => void save(), SAVE_WITHIN_MS)
    },
    flush: () => {
      if (due.callOff === null) return
      due.callOff()
      void save()
    }
  }
}

async function readRecord({ bridge }: DraftKeeperPorts, record: RecordNumber): Promise<void> {
  const [form, history] = await Promise.all([bridge.getCreateForm({ record }), bridge.getRecordHistory({ record })])
  if (form.ok) return learnRecord(record, form.value, history.ok ? refusalOf(history.value) : null)
  if (useCreate.getState().record === record) forgetRecord()
}

/** Why the service refused to create it; null when it did not. */
function refusalOf(history: readonly RecordEvent[]): Failure | null {
  return history.find(({ field, word }) => field === 'record' && word === 'needsYou')?.failure ?? null
}
