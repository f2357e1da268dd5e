/**
 * Connects the create form to main: restores the draft of the last run, saves it shortly after each change, and reads
 * what the library knows of an edited create.
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

/** Longest time that typing stays unsaved. */
const SAVE_WITHIN_MS = 250

interface DraftKeeperPorts {
  readonly bridge: Pick<Bridge, 'getCreateDraft' | 'saveCreateDraft' | 'getCreateForm' | 'getRecordHistory'>
  readonly now: () => number
  /** Runs the save after a pause, or earlier when the page is about to unload; returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
}

/**
 * Follows the form; returns a function that saves unsaved changes and stops. Nothing is saved before the draft of the
 * last run is restored.
 */
export function keepDraft(ports: DraftKeeperPorts): () => void {
  const saver = createSaver(ports)
  const stop = useCreate.subscribe((now, before) => {
    if (before.isRestored && isChanged(now, before)) saver.soon()
    if (now.record !== before.record && now.record !== null) void readRecord(ports, now.record)
  })
  void loadDraft(ports.bridge, saver.soon)
  return () => {
    saver.flush()
    stop()
  }
}

async function loadDraft(bridge: Pick<Bridge, 'getCreateDraft'>, saveSoon: () => void): Promise<void> {
  const answer = await bridge.getCreateDraft(null)
  restoreDraft(answer.ok ? answer.value : null)
  // A form opened during the read was not saved yet.
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

/**
 * Creates the saver: one save for a burst, at most one pause after its first change, so that long typing is saved in
 * between.
 */
function createSaver({ bridge, now, after }: DraftKeeperPorts) {
  const due: { cancel: (() => void) | null } = { cancel: null }
  const save = async (): Promise<void> => {
    due.cancel = null
    const state = useCreate.getState()
    // The form of the edited create is not read yet, and an empty one must not replace it.
    if (state.isLoading) return
    const answer = await bridge.saveCreateDraft({ draft: draftOf(state) })
    noteSaved(answer.ok ? { at: now() } : { failure: answer.failure })
  }
  return {
    soon: () => {
      due.cancel ??= after(() => void save(), SAVE_WITHIN_MS)
    },
    flush: () => {
      if (due.cancel === null) return
      due.cancel()
      void save()
    }
  }
}

async function readRecord({ bridge }: DraftKeeperPorts, record: RecordNumber): Promise<void> {
  const [form, history] = await Promise.all([bridge.getCreateForm({ record }), bridge.getRecordHistory({ record })])
  if (form.ok) return learnRecord(record, form.value, history.ok ? refusalOf(history.value) : null)
  if (useCreate.getState().record === record) forgetRecord()
}

/** Returns why the service refused the create; `null` if it did not. */
function refusalOf(history: readonly RecordEvent[]): Failure | null {
  return history.find(({ field, status }) => field === 'record' && status === 'needsAttention')?.failure ?? null
}
