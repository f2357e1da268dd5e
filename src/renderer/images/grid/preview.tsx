import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import type { PictureProblem } from '../../../shared/picture-info.ts'
import { bridge } from '../../bridge.ts'
import { pictureCopy, pictureProblemText } from '../../copy/full-view.ts'
import { pictureAddress, pictureEdge } from '../../frame/record-picture.tsx'
import { useMediaQuery } from '../../frame/use-window.ts'
import { usePictureHosts } from '../../stores/preferences-store.ts'
import { useCanFetch } from '../../stores/sync-store.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { keptPictures } from './kept-pictures.ts'
import styles from './tile.module.css'

interface Preview {
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

/** Edge to ask for, in device px, for a picture shown at `edge` CSS px; follows the window to another screen. */
export function usePictureEdge(edge: number): number {
  const isDense = useMediaQuery('(resolution > 1dppx)')
  return pictureEdge(edge, isDense ? window.devicePixelRatio : 1)
}

/** A new object whenever a picture of this record that failed is worth another try. */
function useMoment(record: RecordNumber): object {
  const isReachable = useCanFetch()
  const hosts = usePictureHosts((state) => state.hosts)
  const retries = useRetries((state) => state.counts.get(record))
  return useMemo(() => ({ isReachable, hosts, retries }), [isReachable, hosts, retries])
}

/** How often each record's picture was asked for again. */
const useRetries = create<{ readonly counts: ReadonlyMap<RecordNumber, number> }>()(() => ({ counts: new Map() }))

/** Asks the source of a picture again; whatever shows this picture as failed then asks for it. */
export async function retryPicture(record: RecordNumber, stamp: string): Promise<void> {
  await bridge.retryPicture({ record, stamp })
  useRetries.setState(({ counts }) => ({ counts: new Map(counts).set(record, (counts.get(record) ?? 0) + 1) }))
}

interface Asked {
  readonly moment: object
  readonly record: RecordNumber
  readonly stamp: string
  readonly problem: PictureProblem | null
}

/** Follows an address that an image element shows. `stamp` and `address` are `null` where no picture is known. */
export function usePictureFailure(record: RecordNumber, stamp: string | null, address: string | null) {
  const moment = useMoment(record)
  const [failed, setFailed] = useState<{ readonly address: string; readonly moment: object } | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const hasFailed = address !== null && failed?.address === address && failed.moment === moment
  useEffect(() => {
    const asking = { isOver: false }
    async function ask(failedStamp: string): Promise<void> {
      const answer = await bridge.getPictureInfo({ record, stamp: failedStamp })
      const problem = answer.ok ? answer.value.problem : null
      if (!asking.isOver) setAsked({ moment, record, stamp: failedStamp, problem })
    }
    if (stamp !== null && hasFailed) void ask(stamp)
    return () => {
      asking.isOver = true
    }
  }, [record, stamp, hasFailed, moment])
  const isOfNow = asked?.moment === moment && asked.record === record && asked.stamp === stamp
  return {
    /** It was wanted and did not come, and nothing has changed since that would make another try worthwhile. */
    hasFailed,
    /** Why; `null` if nothing went wrong and it is only not here yet, `undefined` while that is not known. */
    problem: hasFailed && isOfNow ? asked.problem : undefined,
    onError: (): unknown => address !== null && setFailed({ address, moment })
  }
}
