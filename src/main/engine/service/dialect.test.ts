import { describe, expect, it } from 'vitest'
import { createDialect } from './dialect.ts'

describe('createDialect', () => {
  it('uses the first value of each trait while nothing is known', () => {
    const dialect = createDialect()
    expect(dialect.get('update.boolean')).toBe('digits')
    expect(dialect.get('update.method')).toBe('PUT')
    expect(dialect.known('update.method')).toBeNull()
    expect(dialect.all()).toEqual({})
  })

  it('reports a new value once', () => {
    const learned: string[] = []
    const dialect = createDialect({}, (trait, value) => learned.push(`${trait}=${value}`))
    dialect.learn('update.method', 'PATCH')
    dialect.learn('update.method', 'PATCH')
    dialect.learn('update.method', 'PUT')
    expect(learned).toEqual(['update.method=PATCH', 'update.method=PUT'])
    expect(dialect.all()).toEqual({ 'update.method': 'PUT' })
  })

  it('starts from stored values, without reporting them again', () => {
    const learned: string[] = []
    const dialect = createDialect({ 'update.boolean': 'words' }, (trait) => learned.push(trait))
    expect(dialect.get('update.boolean')).toBe('words')
    expect(learned).toEqual([])
  })

  it('ignores unknown traits and values', () => {
    const dialect = createDialect({ 'update.method': 'BREW', 'tea.strength': 'strong', constructor: 'x' })
    expect(dialect.get('update.method')).toBe('PUT')
    expect(dialect.all()).toEqual({})
  })
})
