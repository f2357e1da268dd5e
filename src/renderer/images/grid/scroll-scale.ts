/**
 * Browsers end an element's height near 33.5 million px. A longer grid is scrolled through a shorter element:
 * the thumb still stands for the whole, and wheel steps keep their size.
 */

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
