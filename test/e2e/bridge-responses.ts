/** Everything that the window can learn over its bridge, as text, for tests that search it for secrets. */
import type { Page } from 'playwright-core'
import type { Bridge, BridgeRequests } from '../../src/shared/bridge.ts'

/** Read-only requests, with arguments that are valid for a library of any size. */
const READS = [
  'getAppInfo',
  'getDiagnostics',
  'getPreferences',
  'getConnection',
  'getSyncStatus',
  'getLibraryFailure',
  'getCreateDraft'
] as const

/** One text of all responses, including failures. */
export async function responsesOf(page: Page): Promise<string> {
  return page.evaluate(
    async (reads) => {
      const { bridge } = globalThis as unknown as { bridge: Bridge }
      const answers: unknown[] = []
      for (const name of reads) answers.push(await bridge[name](null))
      answers.push(await bridge.listLog({ search: '', filter: null, limit: 200 }))
      const preferences = await bridge.getPreferences(null)
      if (!preferences.ok) return JSON.stringify(answers)
      const { query } = preferences.value
      const opened = await bridge.openView({ query })
      answers.push(await bridge.countFacets({ query }), await bridge.getBatch({ batch: 1 }))
      const projects = { search: '', searchBy: 'project', sortBy: 'project', sort: 'asc' } as const
      answers.push(await bridge.listProjects({ query: projects, offset: 0, limit: 200 }))
      answers.push(await bridge.listBatches({ before: null, limit: 200 }), await bridge.listNeeds(null))
      answers.push(await bridge.listBatchItems({ batch: 1, status: null, offset: 0, limit: 200 }))
      for (const state of ['waiting', 'needs-attention'] as const) {
        const filter = { state, reason: null, batch: null }
        answers.push(await bridge.listChanges({ filter, offset: 0, limit: 200 }))
      }
      if (opened.ok) {
        const { numbers, view } = opened.value
        const record = numbers[0] ?? 0
        answers.push(await bridge.getImage({ record }), await bridge.getRecordHistory({ record }))
        answers.push(await bridge.getCreateForm({ record }))
        answers.push(await bridge.getImages({ records: numbers.slice(0, 200) }))
        answers.push(await bridge.describeTarget({ target: { kind: 'records', numbers }, view }))
        answers.push(await bridge.freezeSelection({ view }))
      }
      return JSON.stringify(answers)
    },
    READS satisfies readonly (keyof BridgeRequests)[]
  )
}
