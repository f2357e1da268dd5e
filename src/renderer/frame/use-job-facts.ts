import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'
import type { JobFacts } from './job-line.ts'

/** What is known of the batches that run; null before main has reported a state. */
export function useJobFacts(): JobFacts | null {
  const { status, ends } = useSync()
  const connection = useConnection((state) => state.connection)
  return status && { status, connection, ends }
}
