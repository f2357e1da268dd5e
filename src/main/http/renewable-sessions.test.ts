import { expect, test } from 'vitest'
import { createRenewableSessions } from './renewable-sessions.ts'

test('after renewal every name has a new session', async () => {
  const opened: string[] = []
  const sessions = createRenewableSessions((partition) => {
    const fetch = async () => {
      opened.push(partition)
      // Session of the crashed process.
      if (!partition.endsWith('-1')) throw new Error('net::ERR_FAILED')
      return new Response()
    }
    return { fetch, closeAllConnections: async () => undefined }
  })
  const api = sessions.get('api')
  await expect(api.fetch('https://h.test/', {})).rejects.toThrow('ERR_FAILED')
  sessions.renew()
  await api.fetch('https://h.test/', {})
  await sessions.get('pictures').fetch('https://h.test/', {})
  expect(opened).toEqual(['api', 'api-1', 'pictures-1'])
})
