/** Words of the sample library: made-up records that nobody has to connect to. */

export const sampleCopy = {
  explore: 'Explore a sample library',
  opening: 'Opening the sample…',
  badge: 'Sample library',
  badgeHint: 'Made-up images. Nothing here reaches a service.',
  name: 'Sample library',
  /** Where there is room for one word only. */
  short: 'Sample',
  about: 'Made-up images',
  leave: 'Leave',
  leaveLabel: 'Leave the sample library',
  windowTitle: 'Proofsheet, sample library'
} as const
