/** The diagnosis of this window's service, as long as whoever shows it is there. */
import { useEffect, useRef, useState } from 'react'
import type { Diagnosis } from '../../shared/diagnosis.ts'
import type { Failure } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'

interface DiagnosisState {
  readonly isRunning: boolean
  /** As far as it is known; null before the first word of it. */
  readonly diagnosis: Diagnosis | null
  /** Why there is none. */
  readonly failure: Failure | null
}

export interface DiagnosisControl extends DiagnosisState {
  /** Does nothing while one is running. */
  readonly start: () => void
  readonly stop: () => void
}

const NOTHING: DiagnosisState = { isRunning: false, diagnosis: null, failure: null }

/** Ends the run when the component goes. */
export function useDiagnosis(): DiagnosisControl {
  const [state, setState] = useState(NOTHING)
  /** Counts starts: what comes of an earlier one is not shown. */
  const started = useRef(0)
  const lastRun = useRef(0)

  useEffect(() => {
    const end = bridge.subscribe.diagnosis((diagnosis) => {
      setState((now) => (now.isRunning && diagnosis.run > lastRun.current ? { ...now, diagnosis } : now))
    })
    return () => {
      end()
      started.current += 1
      void bridge.cancelDiagnosis(null)
    }
  }, [])

  async function run(): Promise<void> {
    started.current += 1
    const mine = started.current
    lastRun.current = Math.max(lastRun.current, state.diagnosis?.run ?? 0)
    setState({ ...NOTHING, isRunning: true })
    const answer = await bridge.diagnose(null)
    if (mine !== started.current) return
    setState(answer.ok ? { ...NOTHING, diagnosis: answer.value } : { ...NOTHING, failure: answer.failure })
  }

  function stop(): void {
    started.current += 1
    void bridge.cancelDiagnosis(null)
    setState(({ diagnosis }) => ({
      ...NOTHING,
      diagnosis: diagnosis === null ? null : { ...diagnosis, state: 'cancelled' }
    }))
  }

  return {
    ...state,
    start: () => {
      if (!state.isRunning) void run()
    },
    stop
  }
}
