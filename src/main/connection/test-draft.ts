/** Tests a draft: its keys lie in the draft slots for as long as the engine asks, and no longer. */
import type { ConnectionDraft, ConnectionTest } from '../../shared/connection.ts'
import { succeed, type Result } from '../../shared/failure.ts'
import type { KeySlots } from '../http/key-slots.ts'
import { cleanDraft, refusedTest } from './clean-draft.ts'

export interface TestParts {
  readonly slots: KeySlots
  readonly engine: {
    ask(
      request: 'testConnection',
      args: { images: string; projects: string; sharesKey: boolean }
    ): Promise<Result<ConnectionTest>>
  }
}

/** One at a time, since there is one pair of draft slots. A draft that cannot be sent fails at the layer that says why. */
export async function testDraft({ slots, engine }: TestParts, draft: ConnectionDraft): Promise<Result<ConnectionTest>> {
  const clean = cleanDraft(draft)
  if (!clean.ok) return succeed(refusedTest(clean.problems))
  const { images, projects } = clean.value
  slots.put('draft-images', images)
  slots.put('draft-projects', { address: projects.address, key: projects.key ?? images.key })
  try {
    return await engine.ask('testConnection', {
      images: images.address,
      projects: projects.address,
      sharesKey: projects.key === null
    })
  } finally {
    slots.put('draft-images', null)
    slots.put('draft-projects', null)
  }
}
