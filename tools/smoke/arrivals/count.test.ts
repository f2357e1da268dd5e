import { expect, test } from 'vitest'
import { arrivalsTable, countArrivals, isArrivalOf, type Arrival, type Order, type OrderKind } from './orders.ts'

const order = (kind: OrderKind, label: string, isLost = false): Order => ({ kind, label, isLost })
const arrival = (method: string, path: string, form = ''): Arrival => ({
  method,
  path,
  form: new URLSearchParams(form)
})

const READ = arrival('GET', '/api/v1/images?per_page=10&page=3')
const STAR = arrival('PUT', '/api/v1/images/17', 'favorite=1')
const CREATE = arrival('POST', '/api/v1/images', 'name=Pear+1&resolution=256x256')
const DELETE = arrival('DELETE', '/api/v1/projects/Old%20maps')

test.each([
  [READ, order('read', '3')],
  [STAR, order('star', '17')],
  [arrival('PATCH', '/api/v1/images/17'), order('star', '17')],
  [CREATE, order('create', 'Pear 1')],
  [DELETE, order('delete-project', 'Old maps')]
])('recognizes an arrival by the label of its order', (one, its) => {
  expect(isArrivalOf(one, its)).toBe(true)
  const others = [READ, STAR, CREATE, DELETE].filter(({ method }) => method !== one.method)
  expect(others.filter((other) => isArrivalOf(other, its) && its.kind !== 'star')).toEqual([])
  expect(isArrivalOf(one, { ...its, label: `${its.label}0` })).toBe(false)
})

test('a create that arrives twice is a problem, a favorite is not', () => {
  const rows = countArrivals([order('create', 'Pear 1'), order('star', '17')], [CREATE, CREATE, STAR, STAR])
  expect(rows).toMatchObject([
    { operation: 'favorite', ordered: 1, arrived: 2, problem: null },
    { operation: 'create', ordered: 1, arrived: 2, problem: '1 arrived more than once' }
  ])
})

test('a duplicate does not compensate for a missing arrival', () => {
  const rows = countArrivals([order('create', 'Pear 1'), order('create', 'Pear 2')], [CREATE, CREATE])
  expect(rows).toMatchObject([{ ordered: 2, arrived: 2, problem: '1 never arrived' }])
})

test('a project deleted twice is a problem, also with a lost response', () => {
  const rows = countArrivals([order('delete-project', 'Old maps', true)], [DELETE, DELETE])
  expect(rows).toMatchObject([{ operation: 'delete a project, response lost', problem: '1 arrived more than once' }])
})

test('a stack without repetitions proves nothing', () => {
  const control = [order('create-without-care', 'Pear 1')]
  expect(countArrivals(control, [CREATE])[0]?.problem).toBe('no repetition, so the counts prove nothing')
  expect(countArrivals(control, [CREATE, CREATE])[0]?.problem).toBeNull()
})

test('the table shows each count and result', () => {
  const rows = countArrivals([order('star', '17'), order('create', 'Pear 1')], [STAR, CREATE, CREATE])
  expect(arrivalsTable(rows).split('\n')).toEqual([
    'operation  sent  arrived  expected',
    'favorite   1     1        each at least once  ok',
    'create     1     2        each exactly once   NOT OK: 1 arrived more than once'
  ])
})
