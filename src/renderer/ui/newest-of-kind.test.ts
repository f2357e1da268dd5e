import { expect, it } from 'vitest'
import { createReplaceOlder } from './newest-of-kind.ts'

it('closes the older word of a kind, and leaves other kinds and the same word alone', () => {
  const closed: string[] = []
  const replaceOlder = createReplaceOlder((id) => closed.push(id))
  replaceOlder('deselected', 'a')
  replaceOlder('favorites', 'b')
  replaceOlder('favorites', 'b')
  expect(closed).toEqual([])
  replaceOlder('deselected', 'c')
  replaceOlder('deselected', 'd')
  expect(closed).toEqual(['a', 'c'])
})
