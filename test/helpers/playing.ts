import { type FaultHook } from '../../src/reference-service/faults.ts'
import { faultHook, readPlay } from '../../src/reference-service/hazards/play-hazard.ts'

/** Parses hazards by name, as `--hazard` accepts them, for `faults` of a service in process. */
export function playing(...texts: readonly string[]): FaultHook {
  return faultHook(
    texts.map((text) => {
      const read = readPlay(text)
      if (!read.ok) throw new Error(read.problem)
      return read.play
    })
  )
}
