import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import type { PictureProblem } from '../../../shared/picture-info.ts'
import { bridge } from '../../bridge.ts'
import { pictureProblemText } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { pictureAddress, pictureEdge } from '../../frame/record-picture.tsx'
import { useMediaQuery } from '../../frame/use-window.ts'
import { usePictureHosts } from '../../stores/preferences-store.ts'
import { useCanFetch } from '../../stores/sync-store.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { keptPictures } from './kept-pictures.ts'
import styles from './tile.module.css'

interface Preview {
  /** `null` if no picture is known. */
  readonly address: string | null
  /** Requested edge, device px. */
  readonly edge: number
  /** The placeholder; `null` while there is a picture or one may come. */
  readonly missing: { readonly sign: IconName; readonly why: string; readonly canRetry: boolean } | null
  readonly hasFailed: boolean
  readonly onError: () => void
}

/** Returns a record’s preview. `stamp`: as `ImageRow.picture`; `edge`: to request, device px. */
export function usePreview(record: RecordNumber, stamp: string | null, edge: number): Preview {
  const address = stamp === null ? null : pictureAddress(record, stamp, edge)
  const { hasFailed, problem, onError } = usePictureFailure(record, stamp, address)
  return { address, edge, missing: missingOf(address, problem), hasFailed, onError }
}

/** `problem`: as in `usePictureFailure`. */
function missingOf(address: string | null, problem: PictureProblem | null | undefined): Preview['missing'] {
  if (address === null) return { sign: 'picture', why: copy.pictures.none, canRetry: false }
  if (problem === undefined) return null
  return { sign: signOf(problem), why: pictureProblemText(problem), canRetry: true }
}

interface TilePictureProps {
  readonly preview: Preview
  /** Shown below the reason for a missing picture. */
  readonly prompt: string | null
  /** Whether the placeholder has room for text, not only for an icon. */
  readonly showsText: boolean
  /** The control that requests a failed picture again. */
  readonly retry: ReactNode
}

/** A record’s picture, or the reason why there is none with the prompt. Never a broken-image icon. */
export function TilePicture({ preview, prompt, showsText, retry }: TilePictureProps) {
  const { address, edge, missing, hasFailed, onError } = preview
  if (missing !== null) {
    return (
      <div className={styles.blank} title={showsText ? undefined : missing.why}>
        <Icon name={missing.sign} className={styles.sign} />
        {showsText && <p className={styles.why}>{missing.why}</p>}
        {showsText && prompt !== null && (
          <p className={styles.prompt} dir="auto">
            {prompt}
          </p>
        )}
        {showsText && missing.canRetry && retry}
      </div>
    )
  }
  // While the picture or the reason for its failure loads, only the plain background is visible.
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

/** Returns different icons for pictures that may still come and those that will not. */
function signOf(problem: PictureProblem | null): IconName {
  if (problem === null || problem.code === 'host-error') return 'cloud'
  if (problem.code === 'unreachable') return 'cloud-off'
  return problem.code === 'private-host' || problem.code === 'refused' ? 'lock' : 'picture-off'
}

/**
 * Returns the edge to request, in device px, for a picture shown at `edge` CSS px; updates when the window moves to
 * another screen.
 */
export function usePictureEdge(edge: number): number {
  const isDense = useMediaQuery('(resolution > 1dppx)')
  return pictureEdge(edge, isDense ? window.devicePixelRatio : 1)
}

/** Returns a new object whenever a failed picture of this record may load on another attempt. */
function useRetryMoment(record: RecordNumber): object {
  const isReachable = useCanFetch()
  const hosts = usePictureHosts((state) => state.hosts)
  const retries = useRetries((state) => state.counts.get(record))
  return useMemo(() => ({ isReachable, hosts, retries }), [isReachable, hosts, retries])
}

/** How often each record’s picture was requested again. */
const useRetries = create<{ readonly counts: ReadonlyMap<RecordNumber, number> }>()(() => ({ counts: new Map() }))

/** Requests a picture from its source again; everything that shows it as failed then reloads it. */
export async function retryPicture(record: RecordNumber, stamp: string): Promise<void> {
  await bridge.retryPicture({ record, stamp })
  useRetries.setState(({ counts }) => ({ counts: new Map(counts).set(record, (counts.get(record) ?? 0) + 1) }))
}

interface KnownProblem {
  readonly moment: object
  readonly record: RecordNumber
  readonly stamp: string
  readonly problem: PictureProblem | null
}

/**
 * Tracks failures of an address that an image element shows. `stamp` and `address` are `null` if no picture is known.
 */
export function usePictureFailure(record: RecordNumber, stamp: string | null, address: string | null) {
  const moment = useRetryMoment(record)
  const [failed, setFailed] = useState<{ readonly address: string; readonly moment: object } | null>(null)
  const [known, setKnown] = useState<KnownProblem | null>(null)
  const hasFailed = address !== null && failed?.address === address && failed.moment === moment
  useEffect(() => {
    const effect = { isStale: false }
    async function readProblem(failedStamp: string): Promise<void> {
      const answer = await bridge.getPictureInfo({ record, stamp: failedStamp })
      const problem = answer.ok ? answer.value.problem : null
      if (!effect.isStale) setKnown({ moment, record, stamp: failedStamp, problem })
    }
    if (stamp !== null && hasFailed) void readProblem(stamp)
    return () => {
      effect.isStale = true
    }
  }, [record, stamp, hasFailed, moment])
  const isCurrent = known?.moment === moment && known.record === record && known.stamp === stamp
  return {
    /** Whether the picture failed to load, and nothing has changed since that makes another attempt worthwhile. */
    hasFailed,
    /**
     * The reason; `null` if nothing went wrong and the picture is only not here yet, `undefined` while that is unknown.
     */
    problem: hasFailed && isCurrent ? known.problem : undefined,
    onError: (): unknown => address !== null && setFailed({ address, moment })
  }
}
