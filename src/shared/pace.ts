/** Request rate: the whole rate limit, or half of it, so that other apps can use the remainder. */
export const PACES = ['full', 'share'] as const
export type Pace = (typeof PACES)[number]

export const SHARE_OF: Readonly<Record<Pace, number>> = { full: 1, share: 0.5 }
