/** How much of what a service allows is used: all of it, or half, so that other programs have the rest. */
export const PACES = ['full', 'share'] as const
export type Pace = (typeof PACES)[number]

export const SHARE_OF: Readonly<Record<Pace, number>> = { full: 1, share: 0.5 }
