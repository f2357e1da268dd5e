/** Checks a real service with the app's client and sender. */
import { askImages } from '../../../src/main/engine/service/diagnosis/images-questions.ts'
import { type Ask, askProjects } from '../../../src/main/engine/service/diagnosis/list-questions.ts'
import { createDialect } from '../../../src/main/engine/service/dialect.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { Secret } from '../../../src/main/secrets/secret.ts'
import type { Finding } from '../../../src/shared/diagnosis.ts'
import { GROUPS, type Group } from '../../../src/shared/sync-status.ts'
import { keySlots, openNetwork, type Network } from '../peer.ts'
import { checkBadKey, checkWrites } from './key-and-write-checks.ts'
import type { ServiceReport } from './service-report.ts'

export interface CheckPlan {
  /** Normalized base addresses. */
  readonly addresses: Readonly<Record<Group, string>>
  readonly keys: Readonly<Record<Group, Secret>>
  readonly triesBadKey: boolean
  /** Name of an image to create and delete; `null` to write nothing. */
  readonly createAs: string | null
}

const BAD_KEY = 'nobody-has-this-key-0000'

export async function checkService(plan: CheckPlan): Promise<ServiceReport> {
  const network = openNetwork(keySlots(plan.addresses, plan.keys))
  const badKeys = { images: new Secret(BAD_KEY), projects: new Secret(BAD_KEY) }
  const badNetwork = openNetwork(keySlots(plan.addresses, badKeys))
  const dialects = { images: createDialect(), projects: createDialect() }
  const clientFor = (group: Group, { send }: Network): ServiceClient => ({
    send,
    slot: group,
    address: plan.addresses[group],
    dialect: dialects[group],
    now: () => Date.now()
  })
  const images = clientFor('images', network)
  try {
    const findings: Record<Group, Finding[]> = { images: [], projects: [] }
    const immediately: Ask = (_about, send) => send()
    const into = (group: Group) => ({
      ask: immediately,
      report: (found: readonly Finding[]) => findings[group].push(...found)
    })
    await askImages({ client: images, ...into('images') })
    await askProjects({ client: clientFor('projects', network), ...into('projects') })
    const more = []
    if (plan.triesBadKey) more.push(await checkBadKey(clientFor('images', badNetwork)))
    const canList = findings.images[0]?.kind === 'list.shown'
    if (plan.createAs !== null && canList) more.push(...(await checkWrites(images, plan.createAs)))
    return { findings, more, learned: GROUPS.map((group) => `${group}: ${learnedText(dialects[group].all())}`) }
  } finally {
    await Promise.all([network.close(), badNetwork.close()])
  }
}

function learnedText(traits: Readonly<Record<string, string>>): string {
  const words = Object.entries(traits).map(([trait, value]) => `${trait}=${value}`)
  return words.length === 0 ? 'nothing learned.' : `learned ${words.join(', ')}.`
}
