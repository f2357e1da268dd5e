/** Preload: while the file of PROOFSHEET_TEST_DEATH exists, each engine thread ends after a moment. */
import { existsSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

const file = process.env['PROOFSHEET_TEST_DEATH'] ?? ''
const isEngine = typeof workerData === 'object' && workerData !== null && 'instanceId' in workerData
if (!isMainThread && isEngine && file !== '') {
  setInterval(() => {
    if (existsSync(file)) process.exit(1)
  }, 200).unref()
}
