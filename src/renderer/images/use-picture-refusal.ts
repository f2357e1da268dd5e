import { useEffect, useState } from 'react'
import type { RecordNumber } from '../../shared/image.ts'
import { bridge } from '../bridge.ts'

interface Refusal {
  readonly record: RecordNumber
  readonly stamp: string
  readonly host: string | null
}

/** The private host that a failed picture is not fetched from; `null` while unknown, or if it failed otherwise. */
export function usePictureRefusal(record: RecordNumber, stamp: string | null, hasFailed: boolean): string | null {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => {
    const asking = { isOver: false }
    async function ask(failed: string): Promise<void> {
      const answer = await bridge.getPictureRefusal({ record, stamp: failed })
      if (!asking.isOver && answer.ok) setRefusal({ record, stamp: failed, host: answer.value })
    }
    if (stamp !== null && hasFailed) void ask(stamp)
    return () => {
      asking.isOver = true
    }
  }, [record, stamp, hasFailed])
  return hasFailed && refusal?.record === record && refusal.stamp === stamp ? refusal.host : null
}
