import type { ReactNode } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import type { PictureProblem } from '../../../shared/picture-info.ts'
import { pictureCopy, pictureProblemText } from '../../copy/pictures.ts'
import { pictureAddress } from '../../frame/picture-address.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { usePictureFailure } from '../use-picture-failure.ts'
import { keptPictures } from './kept-pictures.ts'
import styles from './tile-picture.module.css'

export interface Preview {
  /** `null` = no picture known. */
  readonly address: string | null
  /** Edge asked for, device px. */
  readonly edge: number
  /** What stands in its place; `null` while there is a picture, or one may come. */
  readonly missing: { readonly sign: IconName; readonly why: string; readonly canRetry: boolean } | null
  readonly hasFailed: boolean
  readonly onError: () => void
}

/** A record's preview. `stamp`: as `ImageRow.picture`; `edge`: to ask for, device px. */
export function usePreview(record: RecordNumber, stamp: string | null, edge: number): Preview {
  const address = stamp === null ? null : pictureAddress(record, stamp, edge)
  const { hasFailed, problem, onError } = usePictureFailure(record, stamp, address)
  return { address, edge, missing: missingOf(address, problem), hasFailed, onError }
}

/** `problem`: as of `usePictureFailure`. */
function missingOf(address: string | null, problem: PictureProblem | null | undefined): Preview['missing'] {
  if (address === null) return { sign: 'picture', why: pictureCopy.none, canRetry: false }
  if (problem === undefined) return null
  return { sign: signOf(problem), why: pictureProblemText(problem), canRetry: true }
}

interface TilePictureProps {
  readonly preview: Preview
  /** Stands beneath why there is no picture. */
  readonly prompt: string | null
  /** There is room for words in the place of a picture, not only for a sign. */
  readonly hasWords: boolean
  /** What asks for a picture that failed again. */
  readonly retry: ReactNode
}

/** A record's picture; else why there is none, and the words it is made from. Never a broken-image mark. */
export function TilePicture({ preview, prompt, hasWords, retry }: TilePictureProps) {
  const { address, edge, missing, hasFailed, onError } = preview
  if (missing !== null) {
    return (
      <div className={styles.blank} title={hasWords ? undefined : missing.why}>
        <Icon name={missing.sign} className={styles.sign} />
        {hasWords && <p className={styles.why}>{missing.why}</p>}
        {hasWords && prompt !== null && <p className={styles.prompt}>{prompt}</p>}
        {hasWords && missing.canRetry && retry}
      </div>
    )
  }
  // While it loads, and while it is asked why it failed, the flat ground is all there is.
  if (hasFailed || address === null) return null
  return (
    <img
      key={address}
      className={styles.picture}
      src={address}
      alt=""
      decoding={keptPictures.has(address) ? 'sync' : 'async'}
      draggable={false}
      onLoad={() => keptPictures.keep(address, edge)}
      onError={onError}
    />
  )
}

/** One sign for what will still come, another for what will not. */
function signOf(problem: PictureProblem | null): IconName {
  if (problem === null || problem.code === 'host-trouble') return 'cloud'
  if (problem.code === 'unreachable') return 'cloud-off'
  return problem.code === 'private-host' || problem.code === 'refused' ? 'lock' : 'picture-off'
}
