import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import { bareEnvironment, MARKER } from './bare-machine.ts'

const parts = { folder: '/tmp/bare', registry: 'https://registry.example', marker: 'n1' }

it('has a home, a cache and a temporary folder of its own', () => {
  const env = bareEnvironment({ HOME: '/home/me', XDG_RUNTIME_DIR: '/run/me' }, parts)
  expect(env['HOME']).toBe('/tmp/bare/home')
  expect(env['npm_config_cache']).toBe('/tmp/bare/npm-cache')
  expect(env['TMPDIR']).toBe('/tmp/bare/tmp')
  expect(env['XDG_RUNTIME_DIR']).toBeUndefined()
  expect(env['npm_config_registry']).toBe(parts.registry)
  expect(env[MARKER]).toBe('n1')
})

it('keeps variables of the network, and none of npm, CI or a desktop', () => {
  const env = bareEnvironment(
    {
      https_proxy: 'http://proxy.example',
      NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
      LANG: 'en_US.UTF-8',
      npm_config_user_agent: 'npm',
      npm_lifecycle_event: 'newcomer',
      CI: 'true',
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus'
    },
    parts
  )
  expect([env['https_proxy'], env['NODE_EXTRA_CA_CERTS'], env['LANG']]).toEqual([
    'http://proxy.example',
    '/etc/ca.pem',
    'en_US.UTF-8'
  ])
  for (const name of ['npm_config_user_agent', 'npm_lifecycle_event', 'CI', 'DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'])
    expect(env[name]).toBeUndefined()
})

it('has the PATH of a new shell', () => {
  const path = ['/home/me/project/node_modules/.bin', '/usr/lib/node_modules/npm/node-gyp-bin', '/usr/bin', '/bin']
  expect(bareEnvironment({ PATH: path.join(delimiter) }, parts)['PATH']).toBe(['/usr/bin', '/bin'].join(delimiter))
})
