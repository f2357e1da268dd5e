/**
 * The grid's scroll position in px of its content, however tall that is: scrolled elements end near 33.5 million px,
 * so a longer content moves under a shorter element while wheel and keys keep their steps.
 */
import { toContentOffset, toScrollTop } from './scroll-scale.ts'
import type { ScrollScale } from './scroll-scale.ts'

/** What of an element the port uses. */
interface ScrollElement {
  scrollTop: number
  readonly clientHeight: number
}

export interface ScrollPort {
  readonly offset: () => number
  readonly setScale: (scale: ScrollScale) => void
  readonly scale: () => ScrollScale
  /**
   * Hears of a scroll by the browser whose event is still to come, before the element becomes that of `next`. An element
   * that `next` made too short for its place was not scrolled by anybody.
   */
  readonly catchUp: (next: ScrollScale) => void
  /** Goes to an offset of the content; listeners hear of it at once. */
  readonly scrollTo: (offset: number) => void
  /** The element was scrolled by the browser. */
  readonly onScroll: () => void
  /** Returns what ends it. */
  readonly subscribe: (listener: (offset: number) => void) => () => void
}

/** A scroll position that moved less than this was set by the port itself. */
const OWN_MOVE = 1
const UNSCALED: ScrollScale = { content: 0, element: 0, ratio: 1 }

export function createScrollPort(element: ScrollElement): ScrollPort {
  const state = { offset: 0, scale: UNSCALED }
  const listeners = new Set<(offset: number) => void>()

  function tell(): void {
    for (const listener of listeners) listener(state.offset)
  }

  function scrollTo(offset: number): void {
    const last = Math.max(0, state.scale.content - element.clientHeight)
    state.offset = Math.min(Math.max(0, offset), last)
    element.scrollTop = toScrollTop(state.scale, state.offset)
    tell()
  }

  function onScroll(): void {
    const { scale } = state
    // One px of a scaled element is many of the content: the finer own offset stands while the element agrees.
    const isOwn = scale.ratio > 1 && Math.abs(element.scrollTop - toScrollTop(scale, state.offset)) < OWN_MOVE
    if (!isOwn) state.offset = toContentOffset(scale, element.scrollTop)
    tell()
  }

  /** Whether the element of that scale ends before its place, and stands at its end. */
  function isCut(own: number, scale: ScrollScale): boolean {
    const end = Math.max(0, scale.element - element.clientHeight)
    return own > end && element.scrollTop > end - OWN_MOVE
  }

  function catchUp(next: ScrollScale): void {
    const own = toScrollTop(state.scale, state.offset)
    if (![state.scale, next].some((scale) => isCut(own, scale)) && Math.abs(element.scrollTop - own) >= OWN_MOVE)
      onScroll()
  }

  return {
    offset: () => state.offset,
    scale: () => state.scale,
    setScale: (scale) => {
      state.scale = scale
    },
    catchUp,
    scrollTo,
    onScroll,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
