/** Tests a draft, whose keys are in the draft slots only during the test. */
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

/**
 * Must run one at a time, because there is one pair of draft slots. An invalid draft fails at the layer that explains
 * why.
 */
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
