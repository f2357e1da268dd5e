import { expect, test } from 'vitest'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { emptyCase, type EmptyCase, type EmptyFacts } from './empty-case.ts'

const facets = { ...EMPTY_QUERY.facets, style: ['anime'] }

test.each<[string, Partial<ImageQuery>, Partial<EmptyFacts>, EmptyCase['kind']]>([
  ['a library that is being read', {}, { images: 0, isReading: true }, 'reading'],
  ['a library with nothing in it', {}, { images: 0 }, 'new-library'],
  ['a library of which all is about to be deleted', {}, { images: 0, isDeleting: true }, 'all-leaving'],
  ['the same while it is read', {}, { images: 0, isDeleting: true, isReading: true }, 'all-leaving'],
  ['the same under a filter', { facets }, { images: 0 }, 'new-library'],
  ['a search', { search: 'x' }, {}, 'search'],
  ['a search and a filter', { search: 'x', facets }, {}, 'filters'],
  ['favorites', { favorite: true }, {}, 'no-favorites'],
  ['not favorites', { favorite: false }, {}, 'filters'],
  ['not viewed yet', { mark: 'not-viewed' }, {}, 'all-viewed'],
  ['not viewed yet and a look', { mark: 'not-viewed', facets }, {}, 'filters'],
  ['waiting', { mark: 'waiting' }, {}, 'nothing-waiting'],
  ['needs attention', { mark: 'needs-attention' }, {}, 'nothing-needed'],
  ['needs attention, while a project does', { mark: 'needs-attention' }, { needsAttention: 1 }, 'elsewhere'],
  ['waiting, while a project does', { mark: 'waiting' }, { waiting: 1 }, 'elsewhere'],
  ['a look', { facets }, {}, 'filters'],
  ['a failure', {}, { failure: { code: 'library-damaged' } }, 'failed']
])('%s', (_name, query, facts, kind) => {
  const found = emptyCase({
    query: { ...EMPTY_QUERY, ...query },
    images: 12,
    isReading: false,
    isDeleting: false,
    waiting: 0,
    needsAttention: 0,
    failure: null,
    ...facts
  })
  expect(found.kind).toBe(kind)
})
