import { expect, it } from 'vitest'
import { forgetPlaces, withoutPlace } from './forget-places.ts'

it('makes paths in the project relative', () => {
  const code = '//#region ./a.ts?worker&importer=/home/a/project/src/a.ts\nlet a = 1'
  expect(withoutPlace(code, '/home/a/project')).toBe('//#region ./a.ts?worker&importer=src/a.ts\nlet a = 1')
})

it('makes paths of Windows relative, which the bundler writes with slashes', () => {
  expect(withoutPlace('// C:/work/project/src/a.ts', String.raw`C:\work\project`)).toBe('// src/a.ts')
})

it('keeps other paths, and all paths if the project is the root of the disk', () => {
  expect(withoutPlace('// /home/a/project-two/a.ts', '/home/a/project')).toBe('// /home/a/project-two/a.ts')
  expect(withoutPlace('const scheme = /^https?:\\/\\//i', '/')).toBe('const scheme = /^https?:\\/\\//i')
})

it('is a plugin that changes only affected code', () => {
  const plugin = forgetPlaces()
  plugin.configResolved({ root: '/home/a/project' })
  expect(plugin.renderChunk('let a = 1')).toBeNull()
  expect(plugin.renderChunk('// /home/a/project/a.ts')).toEqual({ code: '// a.ts', map: null })
})
