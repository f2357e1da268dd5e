/**
 * The grid’s scroll position in px of its content, however tall that is. Browsers limit elements to about 33.5 million
 * px, so longer content moves under a shorter element while wheel and keys keep their steps.
 */

/** The part of an element that the port uses. */
interface ScrollElement {
  scrollTop: number
  readonly clientHeight: number
}

export type ScrollPort = ReturnType<typeof createScrollPort>

/** The port itself caused a scroll that moved the element by less than this. */
const OWN_MOVE_PX = 1
const UNSCALED: ScrollScale = { content: 0, element: 0, ratio: 1 }

export function createScrollPort(element: ScrollElement) {
  const state = { offset: 0, scale: UNSCALED }
  const listeners = new Set<(offset: number) => void>()

  function notify(): void {
    for (const listener of listeners) listener(state.offset)
  }

  /** Scrolls to an offset of the content and calls the listeners immediately. */
  function scrollTo(offset: number): void {
    const last = Math.max(0, state.scale.content - element.clientHeight)
    state.offset = Math.min(Math.max(0, offset), last)
    element.scrollTop = toScrollTop(state.scale, state.offset)
    notify()
  }

  /** Reads the position after the browser scrolled the element. */
  function onScroll(): void {
    const { scale } = state
    // One px of a scaled element is many px of the content, so the finer offset stays while the element agrees with it.
    const isOwnMove = scale.ratio > 1 && Math.abs(element.scrollTop - toScrollTop(scale, state.offset)) < OWN_MOVE_PX
    if (!isOwnMove) state.offset = toContentOffset(scale, element.scrollTop)
    notify()
  }

  /** Returns whether the element of that scale is shorter than the offset requires, and is scrolled to its end. */
  function isCut(own: number, scale: ScrollScale): boolean {
    const end = Math.max(0, scale.element - element.clientHeight)
    return own > end && element.scrollTop > end - OWN_MOVE_PX
  }

  /**
   * Handles a scroll by the browser whose event is still pending, before the element changes to the scale of `next`. An
   * element that `next` made too short for its offset was not scrolled by the user.
   */
  function catchUp(next: ScrollScale): void {
    const own = toScrollTop(state.scale, state.offset)
    if (![state.scale, next].some((scale) => isCut(own, scale)) && Math.abs(element.scrollTop - own) >= OWN_MOVE_PX)
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
    /** Returns the function that unsubscribes. */
    subscribe: (listener: (offset: number) => void) => {
      listeners.add(listener)
      return (): void => void listeners.delete(listener)
    }
  }
}

// Tallest element, below the browser limit of about 33.5 million px. A longer grid is scrolled through an element of
// this height: the thumb still covers the whole, and wheel steps keep their size.

export const MAX_ELEMENT_HEIGHT = 30_000_000

export interface ScrollScale {
  /** Height of the content, and of the element that represents it. */
  readonly content: number
  readonly element: number
  /** Content px per px of the scrolled element’s range; 1 = not scaled. */
  readonly ratio: number
}

/** Returns the scale for `content` px in a viewport of `viewport` px. */
export function scrollScale(content: number, viewport: number): ScrollScale {
  if (content <= MAX_ELEMENT_HEIGHT) return { content, element: content, ratio: 1 }
  const range = Math.max(1, MAX_ELEMENT_HEIGHT - viewport)
  return { content, element: MAX_ELEMENT_HEIGHT, ratio: (content - viewport) / range }
}

/** Returns the offset in the content for a scroll position of the element. */
export const toContentOffset = (scale: ScrollScale, scrollTop: number): number => scrollTop * scale.ratio

/** Returns the scroll position of the element for an offset in the content. */
export const toScrollTop = (scale: ScrollScale, offset: number): number => offset / scale.ratio

// Positions of mounted rows inside a scrolled element that may be shorter than its content. Browsers clip positions
// beyond 33.5 million px, so rows are placed relative to a base near the viewport. Pure.

/** The base moves in steps of this size, so that mounted rows rarely change their style. */
const BASE_STEP = 1_000_000
/** Largest distance of a row that is mounted outside the viewport, such as the row with the focus. */
const MAX_DISTANCE = 2 * BASE_STEP

/** Returns the base of rows around a content offset; 0 while the content is not scaled. */
export function rowBase(scale: ScrollScale, offset: number): number {
  return scale.ratio === 1 ? 0 : Math.floor(offset / BASE_STEP) * BASE_STEP
}

/** Returns the top of a row relative to the base. */
export function topFromBase(scale: ScrollScale, top: number, base: number): number {
  if (scale.ratio === 1) return top
  return Math.min(Math.max(top - base, -MAX_DISTANCE), MAX_DISTANCE)
}

/** Returns the top of the layer that contains the rows, inside the scrolled element. */
export function layerTop(scale: ScrollScale, offset: number, base: number): number {
  return scale.ratio === 1 ? 0 : base + offset / scale.ratio - offset
}
