import type { ImageRow, Look } from '../../../shared/image.ts'
import { imagesCopy } from '../../copy/images.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { lookLabel, valueLabel } from '../../copy/looks.ts'
import { formatDateTime, formatFullDate } from '../../format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import { TilePicture } from '../grid/tile-picture.tsx'
import { usePictureEdge } from '../grid/use-picture-edge.ts'
import { useView } from '../view/view-store.ts'
import styles from './images-inspector.module.css'

/** Width of the picture in the panel, CSS px. */
const EDGE = 260
const FACTS: readonly Look[] = ['resolution', 'style', 'medium', 'filter']

/** One image: picture, name, star, description, looks, date, and where it stands with the service. */
export function ImagePanel({ record }: { readonly record: number }) {
  const row = useView((state) => state.rows.get(record))
  const edge = usePictureEdge(EDGE)
  if (row === undefined) return null
  return (
    <>
      <div className={styles.picture}>
        <TilePicture record={record} stamp={row.picture} prompt={imagesCopy.noPicture} edge={edge} />
      </div>
      <NameLine row={row} />
      <h3 className={styles.heading}>{inspectorCopy.description}</h3>
      <p className={row.prompt === null ? styles.quiet : styles.prompt}>
        <bdi>{row.prompt ?? inspectorCopy.noPrompt}</bdi>
      </p>
      <Facts row={row} />
      <StateLine row={row} />
    </>
  )
}

function NameLine({ row }: { readonly row: ImageRow }) {
  const { favorites } = useControl()
  return (
    <div className={styles.nameLine}>
      <h2 className={styles.name}>
        <bdi>{row.name === '' ? imagesCopy.unnamed : row.name}</bdi>
      </h2>
      <IconButton
        icon="star"
        className={row.favorite ? styles.gold : undefined}
        isIconFilled={row.favorite}
        label={row.favorite ? inspectorCopy.removeFavorite : inspectorCopy.addFavorite}
        aria-pressed={row.favorite}
        onClick={() => void favorites.setOne(row.record, !row.favorite)}
      />
    </div>
  )
}

function Facts({ row }: { readonly row: ImageRow }) {
  return (
    <dl className={styles.facts}>
      {FACTS.map((look) => {
        const value = row[look]
        return (
          <div key={look}>
            <dt>{lookLabel[look]}</dt>
            <dd>{value === null || value === '' ? inspectorCopy.none : valueLabel(look, value)}</dd>
          </div>
        )
      })}
      <div>
        <dt>{inspectorCopy.created}</dt>
        <dd title={row.createdAt === null ? undefined : formatFullDate(row.createdAt)}>
          {row.createdAt === null ? inspectorCopy.unknown : formatDateTime(row.createdAt)}
        </dd>
      </div>
    </dl>
  )
}

function StateLine({ row }: { readonly row: ImageRow }) {
  if (row.mark === 'none') return <Fact icon="check" text={inspectorCopy.inStep} />
  if (row.mark === 'needs-you') return <Fact icon="triangle" text={inspectorCopy.needsYou} isWarning />
  return <Fact icon="dot" text={row.favorite ? inspectorCopy.favoriteWaiting : inspectorCopy.favoriteRemovalWaiting} />
}

interface FactProps {
  readonly icon: 'check' | 'triangle' | 'dot' | 'star'
  readonly text: string
  readonly isWarning?: boolean
  readonly isGold?: boolean
}

/** One line: a mark and its words. */
export function Fact({ icon, text, isWarning = false, isGold = false }: FactProps) {
  return (
    <p className={styles.fact} data-warning={isWarning || undefined}>
      <Icon name={icon} isFilled={isGold} className={isGold ? styles.gold : undefined} />
      <span>{text}</span>
    </p>
  )
}
