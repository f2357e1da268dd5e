import { type RefObject, useMemo, useRef } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { formatPercent } from '../../../copy/format.ts'
import { viewTitle } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { titleOf } from '../../../copy/names.ts'
import { keysOf } from '../../commands/keyboard.ts'
import { type InspectorPanel, PanelButton } from '../../frame/app-frame.tsx'
import { usePreferences } from '../../stores/preferences-store.ts'
import { useQuery } from '../../stores/query-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tooltip } from '../../ui/popover.tsx'
import { useControl } from '../commands/control.ts'
import { favoriteKey } from '../commands/shortcuts.ts'
import { hasRecord, positionOf } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import { useFullView } from '../view/full-view-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { zoomShare } from '../view/zoom.ts'
import { createFullViewRunner, type RunFullView, stepTo } from './full-view-runner.ts'
import { Stage } from './stage.tsx'
import { useFollowedView, useFullViewFocus, useFullViewKeys, usePreparedNeighbors } from './use-full-view.ts'
import styles from './full-view.module.css'

/** One image over the grid, which keeps its position underneath. `null` while none is open. */
export function FullView({ panel }: { readonly panel: InspectorPanel }) {
  const record = useFullView((state) => state.record)
  return record === null ? null : <OpenFullView record={record} panel={panel} />
}

function OpenFullView({ record, panel }: { readonly record: RecordNumber; readonly panel: InspectorPanel }) {
  const { favorites, parts, review } = useControl()
  const cover = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const run = useMemo(() => createFullViewRunner(favorites, review), [favorites, review])
  useFullViewFocus(stage, parts)
  useFullViewKeys(cover, run)
  useFollowedView()
  usePreparedNeighbors(record)
  return (
    <main ref={cover} className={styles.cover} data-cover>
      <FullViewBar record={record} panel={panel} run={run} />
      <section className={styles.main} aria-label={copy.fullView.view}>
        <Stage ref={stage} record={record} />
        <StepButton record={record} step="previous" run={run} />
        <StepButton record={record} step="next" run={run} />
        <ReviewHint stage={stage} run={run} />
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
      label={copy.fullView[step]}
      isDisabled={isEnd}
      onClick={() => run(step)}
    />
  )
}

interface ReviewHintProps {
  /** Receives the focus when the hint disappears. */
  readonly stage: RefObject<HTMLElement | null>
  readonly run: RunFullView
}

/** What the keys of review do, until the user has dismissed it once. */
function ReviewHint({ stage, run }: ReviewHintProps) {
  const isReviewing = useFullView((state) => state.isReviewing)
  const isDismissed = usePreferences(({ preferences }) => preferences.dismissedHints.includes('review'))
  if (!isReviewing || isDismissed) return null
  const dismiss = () => {
    stage.current?.focus()
    run('dismiss-hint')
  }
  return (
    <div className={styles.hint} role="status">
      <Icon name="info" />
      <p>{copy.fullView.howToReview(favoriteKey())}</p>
      <Button variant="link" size="small" aria-keyshortcuts="Escape" onClick={dismiss}>
        {copy.images.dismiss}
        <kbd aria-hidden>{keysOf({ key: 'Escape' })}</kbd>
      </Button>
    </div>
  )
}

interface FullViewBarProps {
  readonly record: RecordNumber
  readonly panel: InspectorPanel
  readonly run: RunFullView
}

/** The back button, the image’s title, and its commands. */
function FullViewBar({ record, panel, run }: FullViewBarProps) {
  const title = viewTitle(useQuery((state) => state.query))
  return (
    <header className={styles.bar}>
      <Button
        icon="chevron-left"
        className={styles.back}
        aria-label={copy.fullView.backTo(title)}
        onClick={() => run('close')}
      >
        <bdi className={styles.cut}>{title}</bdi>
      </Button>
      <Title record={record} hasPanel={panel.isOpen && !panel.isOverlay} />
      <ImageButtons record={record} run={run} />
      <i className={styles.rule} />
      <ZoomControls run={run} />
      <i className={styles.rule} />
      <PanelButton panel={panel} />
    </header>
  )
}

function Title({ record, hasPanel }: { readonly record: RecordNumber; readonly hasPanel: boolean }) {
  const name = useView((state) => state.rows.get(record)?.name)
  const order = useView(shownOrder)
  const place = positionOf(order, record)
  return (
    <div className={styles.title} data-panel={hasPanel || undefined}>
      {/* Not bdi: a name is cut at its own end, so the box that cuts it has its direction. */}
      <h1 className={styles.cut} dir="auto">
        {name === undefined ? '' : titleOf(name)}
      </h1>
      {place >= 0 && <span className={styles.position}>{copy.counted.ofAll(place + 1, order.numbers.length)}</span>}
    </div>
  )
}

function ImageButtons({ record, run }: { readonly record: RecordNumber; readonly run: RunFullView }) {
  const { favorites } = useControl()
  const isFavorite = useView((state) => state.rows.get(record)?.favorite ?? false)
  const isSelected = useSelection((state) => hasRecord(state.selection.members, record))
  const isReviewing = useFullView((state) => state.isReviewing)
  return (
    <>
      <Tooltip text={copy.fullView.reviewHint(favoriteKey())}>
        <Button isOn={isReviewing} aria-pressed={isReviewing} onClick={() => run('toggle-review')}>
          {copy.fullView.review}
        </Button>
      </Tooltip>
      <Button
        icon={isSelected ? 'check' : undefined}
        className={styles.selected}
        aria-pressed={isSelected}
        onClick={() => run('toggle-selected')}
      >
        {isSelected ? copy.fullView.selected : copy.fullView.select}
      </Button>
      <Button
        icon="star"
        isIconFilled={isFavorite}
        className={isFavorite ? styles.favorite : undefined}
        aria-pressed={isFavorite}
        onClick={() => void favorites.toggle(record, isFavorite)}
      >
        {copy.fullView.favorite}
      </Button>
    </>
  )
}

function ZoomControls({ run }: { readonly run: RunFullView }) {
  const isFit = useFullView((state) => state.zoom.kind === 'fit')
  const share = useFullView(({ zoom, frame }) => (frame === null ? null : zoomShare(zoom, frame)))
  return (
    <>
      <IconButton icon="minus" label={copy.fullView.zoomOut} onClick={() => run('zoom-out')} />
      <span className={styles.share}>{share !== null && formatPercent(share)}</span>
      <IconButton icon="plus" label={copy.fullView.zoomIn} onClick={() => run('zoom-in')} />
      <Button isOn={isFit} aria-pressed={isFit} onClick={() => run('fit')}>
        {copy.fullView.fit}
      </Button>
    </>
  )
}
