import type { ImageDetail } from '../../../shared/change.ts'
import { type ImageRow, type Facet, OPTIONAL_FACETS, type RecordNumber } from '../../../shared/image.ts'
import { formatDateTime, formatFullDate } from '../../../copy/format.ts'
import { copy } from '../../../copy/language.ts'
import { valueLabel } from '../../../copy/names.ts'
import { Button } from '../../ui/button.tsx'
import { Fold, FoldedText } from '../../ui/notes.tsx'
import { useControl } from '../commands/control.ts'
import { retryPicture, TilePicture, usePictureEdge, usePreview } from '../grid/preview.tsx'
import { useDetail } from '../view/detail-loader.ts'
import { useFullView } from '../view/full-view-store.ts'
import { useView } from '../view/view-store.ts'
import { numberedLines, readableJson } from './inspector-rules.ts'
import { NameLine } from './name-line.tsx'
import { HistoryPart, StatePart } from './state-part.tsx'
import styles from './inspector.module.css'

/** Width of the picture in the panel, CSS px. */
const EDGE = 260

/** One image: its row is shown immediately, the detail once it is read. */
export function ImagePanel({ record }: { readonly record: RecordNumber }) {
  const { run } = useControl()
  const row = useView((state) => state.rows.get(record))
  const detail = useDetail((state) => (state.record === record ? state.detail : null))
  const isFullView = useFullView((state) => state.record !== null)
  if (row === undefined) return null
  return (
    <>
      {!isFullView && <PanelPicture row={row} />}
      <NameLine row={row} isAtCorner={isFullView} />
      {detail && <StatePart detail={detail} />}
      <DescriptionPart row={row} />
      <FactsPart row={row} />
      <Button variant="box" className={styles.wide} onClick={() => run({ name: 'use-settings' }, record)}>
        {copy.inspector.takeSettings}
      </Button>
      <HistoryPart />
      {detail && <ResultsPart detail={detail} />}
      {detail && <OtherPart detail={detail} />}
      <p className={styles.note}>{copy.inspector.whatChanges}</p>
    </>
  )
}

function PanelPicture({ row: { record, picture } }: { readonly row: ImageRow }) {
  const preview = usePreview(record, picture, usePictureEdge(EDGE))
  const retry = picture !== null && (
    <Button variant="box" size="small" onClick={() => void retryPicture(record, picture)}>
      {copy.pictures.retry}
    </Button>
  )
  return (
    <div className={styles.picture}>
      <TilePicture preview={preview} prompt={null} showsText retry={retry} />
    </div>
  )
}

/** The whole prompt; the row’s excerpt until it is read. */
function DescriptionPart({ row }: { readonly row: ImageRow }) {
  const { run } = useControl()
  const description = useDetail((state) => state.detail?.description) ?? row.prompt
  return (
    <>
      <div className={styles.headingLine}>
        <h3 className={styles.heading}>{copy.inspector.description}</h3>
        {description !== null && (
          <Button icon="copy" size="small" onClick={() => run({ name: 'copy-prompt' }, row.record)}>
            {copy.inspector.copy}
          </Button>
        )}
      </div>
      {description === null ? (
        <p className={styles.quiet}>{copy.inspector.noPrompt}</p>
      ) : (
        <FoldedText
          // Another record starts folded.
          key={row.record}
          text={description}
          moreLabel={copy.inspector.showAll}
          lessLabel={copy.inspector.showLess}
        />
      )}
    </>
  )
}

const FACTS: readonly Facet[] = ['resolution', ...OPTIONAL_FACETS]

/** Facts of the service about the image, read-only, so they are text and not fields. */
function FactsPart({ row }: { readonly row: ImageRow }) {
  const detail = useDetail((state) => state.detail)
  const id = detail === null ? null : (detail.id ?? copy.inspector.notCreated)
  return (
    <dl className={styles.facts}>
      {FACTS.map((facet) => (
        <FacetDetail key={facet} facet={facet} value={row[facet]} />
      ))}
      <DateFact label={copy.inspector.created} at={row.createdAt} />
      <div>
        <dt>{copy.inspector.id}</dt>
        <dd>
          <bdi>{id}</bdi>
        </dd>
      </div>
    </dl>
  )
}

function FacetDetail({ facet, value }: { readonly facet: Facet; readonly value: string | null }) {
  const isNone = value === null || value === ''
  return (
    <div>
      <dt>{copy.facets[facet].label}</dt>
      <dd data-quiet={isNone || undefined}>{isNone ? copy.inspector.none : valueLabel(facet, value)}</dd>
    </div>
  )
}

function DateFact({ label, at }: { readonly label: string; readonly at: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-quiet={at === null || undefined} title={at === null ? undefined : formatFullDate(at)}>
        {at === null ? copy.inspector.unknown : formatDateTime(at)}
      </dd>
    </div>
  )
}

/** The results of the service for the image, line by line. */
function ResultsPart({ detail }: { readonly detail: ImageDetail }) {
  const { results, resultFile, url } = detail
  const lines = results ?? []
  if (lines.length === 0 && resultFile === null && url === null) return null
  return (
    <Fold title={copy.inspector.results}>
      <ul className={styles.lines}>
        {numberedLines(lines).map(({ key, line }) => (
          <li key={key}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      <NamedLine label={copy.inspector.resultFile} text={resultFile} />
      <NamedLine label={copy.inspector.address} text={url} />
    </Fold>
  )
}

function NamedLine({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null) return null
  return (
    <p className={styles.namedLine}>
      <span>{label}</span>
      <bdi>{text}</bdi>
    </p>
  )
}

/** Fields unknown to this version, as the service sent them. */
function OtherPart({ detail }: { readonly detail: ImageDetail }) {
  const text = readableJson(detail.other)
  if (text === null) return null
  return (
    <Fold title={copy.inspector.other}>
      <pre className={styles.raw} dir="ltr">
        {text}
      </pre>
    </Fold>
  )
}
