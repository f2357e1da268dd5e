/** Asks a real service everything, with the program's own client and sender. */
import { createDialect } from '../../../src/main/engine/service/dialect.ts'
import type { Ask } from '../../../src/main/engine/service/diagnosis/list-questions.ts'
import { askImages } from '../../../src/main/engine/service/diagnosis/images-questions.ts'
import { askProjects } from '../../../src/main/engine/service/diagnosis/projects-questions.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { createKeySlots } from '../../../src/main/http/key-slots.ts'
import { createSender } from '../../../src/main/http/send.ts'
import { Secret } from '../../../src/main/secrets/secret.ts'
import type { Finding } from '../../../src/shared/diagnosis.ts'
import { GROUPS, type Group } from '../../../src/shared/sync-status.ts'
import { createNodeSession } from '../node-session.ts'
import type { Answers } from './asked.ts'
import { checkBadKey } from './bad-key.ts'
import { checkWrites } from './write-checks.ts'

export interface ServerPlan {
  /** Normalized base addresses. */
  readonly addresses: Readonly<Record<Group, string>>
  readonly keys: Readonly<Record<Group, Secret>>
  readonly triesBadKey: boolean
  /** Name of the image that is created and deleted; null = nothing is written. */
  readonly createAs: string | null
}

const BAD_KEY = 'nobody-has-this-key-0000'

export async function askServer(plan: ServerPlan): Promise<Answers> {
  const sessions = [createNodeSession(null), createNodeSession(null)] as const
  const dialects = { images: createDialect(), projects: createDialect() }
  const clientFor = (group: Group, keys: ServerPlan['keys']): ServiceClient => ({
    send: senderOf(plan, keys, sessions),
    slot: group,
    address: plan.addresses[group],
    dialect: dialects[group],
    now: () => Date.now()
  })
  const images = clientFor('images', plan.keys)
  try {
    const findings: Record<Group, Finding[]> = { images: [], projects: [] }
    const atOnce: Ask = (_about, send) => send()
    const into = (group: Group) => ({
      ask: atOnce,
      tell: (found: readonly Finding[]) => findings[group].push(...found)
    })
    await askImages({ client: images, ...into('images') })
    await askProjects({ client: clientFor('projects', plan.keys), ...into('projects') })
    const bad = { images: new Secret(BAD_KEY), projects: new Secret(BAD_KEY) }
    const more = []
    if (plan.triesBadKey) more.push(await checkBadKey(clientFor('images', bad)))
    const canList = findings.images[0]?.kind === 'list.shown'
    if (plan.createAs !== null && canList) more.push(...(await checkWrites(images, plan.createAs)))
    return { findings, more, learned: GROUPS.map((group) => `${group}: ${told(dialects[group].all())}`) }
  } finally {
    await Promise.all(sessions.map((session) => session.closeAllConnections()))
  }
}

function senderOf(
  { addresses }: ServerPlan,
  values: ServerPlan['keys'],
  [api, once]: readonly [ReturnType<typeof createNodeSession>, ReturnType<typeof createNodeSession>]
): ServiceClient['send'] {
  const keys = createKeySlots()
  for (const group of GROUPS) keys.put(group, { key: values[group], address: addresses[group] })
  return createSender({ api, apiOnce: [once], learnRedirect: api.learnRedirect, keys }).send
}

function told(traits: Readonly<Record<string, string>>): string {
  const words = Object.entries(traits).map(([trait, value]) => `${trait}=${value}`)
  return words.length === 0 ? 'nothing was learned.' : `learned ${words.join(', ')}.`
}
