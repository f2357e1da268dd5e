import { useMemo, useRef } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { fullViewCopy } from '../../copy/full-view.ts'
import type { InspectorPanel } from '../../frame/use-inspector-panel.ts'
import { IconButton } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { FullViewBar } from './full-view-bar.tsx'
import { createFullViewRunner } from './full-view-runner.ts'
import type { RunFullView } from './full-view-runner.ts'
import { useFullView } from './full-view-store.ts'
import { stepTo } from './neighbors.ts'
import { Stage } from './stage.tsx'
import { useFollowedView } from './use-followed-view.ts'
import { useFullViewFocus } from './use-full-view-focus.ts'
import { useFullViewKeys } from './use-full-view-keys.ts'
import { usePreparedNeighbors } from './use-prepared-neighbors.ts'
import styles from './full-view.module.css'

/** One image over the grid, which stays where it is underneath. Null while none is open. */
export function FullView({ panel }: { readonly panel: InspectorPanel }) {
  const record = useFullView((state) => state.record)
  return record === null ? null : <OpenFullView record={record} panel={panel} />
}

function OpenFullView({ record, panel }: { readonly record: RecordNumber; readonly panel: InspectorPanel }) {
  const { favorites, parts } = useControl()
  const cover = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const run = useMemo(() => createFullViewRunner(favorites), [favorites])
  useFullViewFocus(stage, parts)
  useFullViewKeys(cover, run)
  useFollowedView()
  usePreparedNeighbors(record)
  return (
    <main ref={cover} className={styles.cover} data-cover>
      <FullViewBar record={record} panel={panel} run={run} />
      <section className={styles.main} aria-label={fullViewCopy.view}>
        <Stage ref={stage} record={record} />
        <StepButton record={record} step="previous" run={run} />
        <StepButton record={record} step="next" run={run} />
      </section>
    </main>
  )
}

interface StepButtonProps {
  readonly record: RecordNumber
  readonly step: 'previous' | 'next'
  readonly run: RunFullView
}

function StepButton({ record, step, run }: StepButtonProps) {
  const isEnd = useView((state) => stepTo(shownOrder(state), record, step) === null)
  return (
    <IconButton
      icon={step === 'next' ? 'chevron-right' : 'chevron-left'}
      className={styles.step}
      data-step={step}
      label={fullViewCopy[step]}
      isDisabled={isEnd}
      onClick={() => run(step)}
    />
  )
}
