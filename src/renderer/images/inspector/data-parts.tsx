import type { ImageDetail } from '../../../shared/image.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { Fold } from '../../ui/fold.tsx'
import { numberedLines, readableJson } from './other-data.ts'
import styles from './data-parts.module.css'

/** What the service made of the image, line by line. */
export function ResultsPart({ detail }: { readonly detail: ImageDetail }) {
  const { results, resultFile, url } = detail
  const lines = results ?? []
  if (lines.length === 0 && resultFile === null && url === null) return null
  return (
    <Fold title={inspectorCopy.results}>
      <ul className={styles.lines}>
        {numberedLines(lines).map(({ key, line }) => (
          <li key={key}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      <NamedLine label={inspectorCopy.resultFile} text={resultFile} />
      <NamedLine label={inspectorCopy.address} text={url} />
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

/** Fields this version does not know, as the service sent them. */
export function OtherPart({ detail }: { readonly detail: ImageDetail }) {
  const text = readableJson(detail.other)
  if (text === null) return null
  return (
    <Fold title={inspectorCopy.other}>
      <pre className={styles.raw}>{text}</pre>
    </Fold>
  )
}
