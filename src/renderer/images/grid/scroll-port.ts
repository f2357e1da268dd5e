/**
 * The grid's scroll position in px of its content, however tall that is: scrolled elements end near 33.5 million px,
 * so a longer content moves under a shorter element while wheel and keys keep their steps.
 */

/** What of an element the port uses. */
interface ScrollElement {
  scrollTop: number
  readonly clientHeight: number
}

export type ScrollPort = ReturnType<typeof createScrollPort>

/** A scroll position that moved less than this was set by the port itself. */
const OWN_MOVE = 1
const UNSCALED: ScrollScale = { content: 0, element: 0, ratio: 1 }

export function createScrollPort(element: ScrollElement) {
  const state = { offset: 0, scale: UNSCALED }
  const listeners = new Set<(offset: number) => void>()

  function tell(): void {
    for (const listener of listeners) listener(state.offset)
  }

  /** Goes to an offset of the content; listeners hear of it at once. */
  function scrollTo(offset: number): void {
    const last = Math.max(0, state.scale.content - element.clientHeight)
    state.offset = Math.min(Math.max(0, offset), last)
    element.scrollTop = toScrollTop(state.scale, state.offset)
    tell()
  }

  /** The element was scrolled by the browser. */
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

  /**
   * Hears of a scroll by the browser whose event is still to come, before the element becomes that of `next`. An element
   * that `next` made too short for its place was not scrolled by anybody.
   */
  function catchUp(next: ScrollScale): void {
    const own = toScrollTop(state.scale, state.offset)
    if (![state.scale, next].some((scale) => isCut(own, scale)) && Math.abs(element.scrollTop - own) >= OWN_MOVE)
      onScroll()
  }

  return {
    offset: () => state.offset,
    scale: () => state.scale,
    setScale: (scale: ScrollScale): void => {
      state.scale = scale
    },
    catchUp,
    scrollTo,
    onScroll,
    /** Returns what ends it. */
    subscribe: (listener: (offset: number) => void) => {
      listeners.add(listener)
      return (): void => void listeners.delete(listener)
    }
  }
}

// Browsers end an element's height near 33.5 million px. A longer grid is scrolled through a shorter element:
// the thumb still stands for the whole, and wheel steps keep their size.

export const MAX_ELEMENT_HEIGHT = 30_000_000

export interface ScrollScale {
  /** Height of the content as it would be, and of the element that stands for it. */
  readonly content: number
  readonly element: number
  /** Content px for each px of the scrolled element's range; 1 = not scaled. */
  readonly ratio: number
}

/** How a content of `content` px is scrolled in a viewport of `viewport` px. */
export function scrollScale(content: number, viewport: number): ScrollScale {
  if (content <= MAX_ELEMENT_HEIGHT) return { content, element: content, ratio: 1 }
  const range = Math.max(1, MAX_ELEMENT_HEIGHT - viewport)
  return { content, element: MAX_ELEMENT_HEIGHT, ratio: (content - viewport) / range }
}

/** Offset in the content for a scroll position of the element. */
export const toContentOffset = (scale: ScrollScale, scrollTop: number): number => scrollTop * scale.ratio

/** Scroll position of the element for an offset in the content. */
export const toScrollTop = (scale: ScrollScale, offset: number): number => offset / scale.ratio

// Where mounted rows stand inside a scrolled element that may be shorter than its content. Browsers clip positions
// beyond 33.5 million px, so rows stand relative to a base near what is seen. Pure.

/** The base moves in steps this large, so that mounted rows seldom change their style. */
const BASE_STEP = 1_000_000
/** Rows that are mounted but not seen (that of the focus) stand no further away than this. */
const FARTHEST = 2 * BASE_STEP

/** The base of rows around a content offset; 0 while the content is not scaled. */
export function rowBase(scale: ScrollScale, offset: number): number {
  return scale.ratio === 1 ? 0 : Math.floor(offset / BASE_STEP) * BASE_STEP
}

/** Top of a row relative to the base. */
export function topFromBase(scale: ScrollScale, top: number, base: number): number {
  if (scale.ratio === 1) return top
  return Math.min(Math.max(top - base, -FARTHEST), FARTHEST)
}

/** Top of the layer that holds the rows, inside the scrolled element. */
export function layerTop(scale: ScrollScale, offset: number, base: number): number {
  return scale.ratio === 1 ? 0 : base + offset / scale.ratio - offset
}
