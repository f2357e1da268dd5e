import type { ReactNode } from 'react'
import type { PictureProblem } from '../../../shared/picture-info.ts'
import { pictureCopy, pictureProblemText } from '../../copy/pictures.ts'
import { pictureAddress } from '../../frame/picture-address.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { usePictureFailure } from '../use-picture-failure.ts'
import { keptPictures } from './kept-pictures.ts'
import styles from './tile-picture.module.css'

export interface TilePictureProps {
  readonly record: number
  /** null = no picture known. */
  readonly stamp: string | null
  /** Stands beneath why there is no picture. */
  readonly prompt: string | null
  /** Edge to ask for, device px. */
  readonly edge: number
  /** There is room for words in the place of a picture, not only for a sign. */
  readonly hasWords: boolean
  /** What asks for a picture that failed again. */
  readonly retry: ReactNode
}

/** A record's picture; else why there is none, and the words it is made from. Never a broken-image mark. */
export function TilePicture({ record, stamp, prompt, edge, hasWords, retry }: TilePictureProps) {
  const address = stamp === null ? null : pictureAddress(record, stamp, edge)
  const { hasFailed, problem, onError } = usePictureFailure(record, stamp, address)
  if (address === null || (hasFailed && problem !== undefined)) {
    const isMissing = address === null || problem === undefined
    const text = isMissing ? pictureCopy.none : pictureProblemText(problem)
    return (
      <div className={styles.blank} title={hasWords ? undefined : text}>
        <Icon name={isMissing ? 'picture' : signOf(problem)} className={styles.sign} />
        {hasWords && <p className={styles.why}>{text}</p>}
        {hasWords && prompt !== null && <p className={styles.prompt}>{prompt}</p>}
        {hasWords && !isMissing && retry}
      </div>
    )
  }
  // While it loads, and while it is asked why it failed, the flat ground is all there is.
  if (hasFailed) return null
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
