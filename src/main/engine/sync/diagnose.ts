/**
 * Sends both services the read-only requests that show whether the program can work with them. A user watches, so each
 * request uses the interactive lane; like any other it is counted, and obeys pauses and cooldowns.
 */
import type { Diagnosis, Finding, GroupDiagnosis } from '../../../shared/diagnosis.ts'
import { GROUPS, type Group } from '../../../shared/sync-status.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { askImages } from '../service/diagnosis/images-questions.ts'
import { type Ask, type Questions, askProjects } from '../service/diagnosis/list-questions.ts'
import type { ServiceResult } from '../service/service-client.ts'
import { whyNotNow } from './requested-reads.ts'
import type { Parts } from './group-parts.ts'
import type { Received } from './requests.ts'

export interface DiagnosePorts {
  readonly groups: Readonly<Record<Group, Parts>>
  readonly run: number
  /** ms since epoch. */
  readonly startedAt: number
  /** When aborted, nothing more is sent or reported. */
  readonly signal: AbortSignal
  /** Called with the whole diagnosis after each finding. */
  readonly onProgress: (diagnosis: Diagnosis) => void
}

const QUESTIONS: Readonly<Record<Group, (questions: Questions) => Promise<boolean>>> = {
  images: askImages,
  projects: askProjects
}

/**
 * Diagnoses one group after the other, because a failure of one says nothing about the other. Ends `canceled` when
 * aborted.
 */
export async function diagnose(ports: DiagnosePorts): Promise<Diagnosis> {
  const { groups, run, startedAt, signal, onProgress } = ports
  let now: Diagnosis = {
    run,
    startedAt,
    state: 'running',
    groups: { images: unasked(groups.images), projects: unasked(groups.projects) }
  }
  const put = (group: Group, change: Partial<GroupDiagnosis>): void => {
    const dialectTraits = groups[group].client.dialect.all()
    now = { ...now, groups: { ...now.groups, [group]: { ...now.groups[group], dialectTraits, ...change } } }
    if (!signal.aborted) onProgress(now)
  }
  for (const group of GROUPS) {
    if (signal.aborted) break
    put(group, { state: 'checking' })
    await askGroup(groups[group], signal, (found) => {
      put(group, { findings: [...now.groups[group].findings, ...found] })
    })
    put(group, { state: 'done' })
  }
  now = { ...now, state: signal.aborted ? 'canceled' : 'done' }
  if (!signal.aborted) onProgress(now)
  return now
}

function unasked({ client }: Parts): GroupDiagnosis {
  return { address: client.address, state: 'waiting', findings: [], dialectTraits: client.dialect.all() }
}

async function askGroup(parts: Parts, signal: AbortSignal, report: (found: readonly Finding[]) => void): Promise<void> {
  const { group, client, availability, requests } = parts
  // The user requested it, so a refused key and a wrong address are tried once more, as by "Sync now".
  if (availability.problem() !== null || availability.isStopped) availability.probeSoon('user')
  const ask: Ask = async (about, send) => {
    if (signal.aborted || whyNotNow(parts) !== null) return null
    const onResponse = (received: Received<ServiceResult<unknown>>): Promise<void> => keepImages(parts, received)
    return requests.run({
      lane: 'interactive',
      failFastOnCooldown: true,
      requestClass: 'read',
      about,
      send,
      onResponse,
      signal
    })
  }
  const isWhole = await QUESTIONS[group]({ client, ask, report })
  if (!isWhole && !signal.aborted) report([whyCut(parts)])
}

/** Stores the returned images, whoever requested them, so that older results are never sent back. */
async function keepImages(
  { group, mirror }: Parts,
  { outcome, requestSequence }: Received<ServiceResult<unknown>>
): Promise<void> {
  if (group !== 'images' || outcome.kind !== 'applied' || outcome.value === null) return
  // Of images, only a page or a single record is requested.
  const shown = outcome.value as ServiceImage | Pick<ServicePage<ServiceImage>, 'records'>
  await mirror.takePage({ records: 'records' in shown ? shown.records : [shown] }, { requestSequence, pass: null })
}

function whyCut(parts: Parts): Finding {
  if (parts.availability.isPaused) return { kind: 'rest.paused' }
  return { kind: 'rest.not-checked', failure: whyNotNow(parts) ?? { code: 'canceled' } }
}
