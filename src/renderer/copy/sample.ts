/** Words of the sample library: made-up records that nobody has to connect to. */

export const sampleCopy = {
  explore: 'Explore a sample library',
  opening: 'Opening the sample…',
  badge: 'Sample library',
  badgeHint: 'Sample images. Nothing is sent to a service.',
  name: 'Sample library',
  /** Where there is room for one word only. */
  short: 'Sample',
  about: 'Sample images',
  leave: 'Leave',
  leaveLabel: 'Leave the sample library',
  windowTitle: 'Proofsheet, sample library'
} as const
