import { beforeEach, expect, test } from 'vitest'
import type { ConnectionSummary } from '../../../shared/connection.ts'
import { useConnection } from '../../stores/sync-store.ts'
import { closeFullView, isFullViewOpen, openFullView, toggleReview, useFullView } from './full-view-store.ts'

beforeEach(closeFullView)

test('shows the image when opened and the grid when closed', () => {
  expect(isFullViewOpen()).toBe(false)
  openFullView(7)
  expect(isFullViewOpen()).toBe(true)
  openFullView(8)
  expect(useFullView.getState().record).toBe(8)
  closeFullView()
  expect(isFullViewOpen()).toBe(false)
})

test('keeps review mode from image to image, and ends it with the view', () => {
  openFullView(7)
  toggleReview()
  openFullView(8)
  expect(useFullView.getState().isReviewing).toBe(true)
  closeFullView()
  openFullView(9)
  expect(useFullView.getState().isReviewing).toBe(false)
})

test('closes when the library changes', () => {
  const group = { address: 'https://a.example.org', key: 'stored', keySavedAt: null } as const
  const connection: ConnectionSummary = {
    id: 'a',
    name: 'a.example.org',
    images: group,
    projects: group,
    sharesKey: true,
    isSample: false
  }
  useConnection.setState({ connection })
  openFullView(7)
  useConnection.setState({ connection: { ...connection, name: 'A' } })
  expect(isFullViewOpen()).toBe(true)
  useConnection.setState({ connection: { ...connection, id: 'b' } })
  expect(isFullViewOpen()).toBe(false)
})
