/** The images screen: toolbar, selection, search, full view, inspector, and what stands where no image is. */
import type { BatchPause } from '../../shared/batch.ts'
import type { FilterName, ImageQuery, QUERY_CHOICES, ServiceSearch } from '../../shared/query.ts'
import type { PictureProblem } from '../../shared/picture-info.ts'
import type { SyncBadge } from '../../shared/image.ts'
import type { Said } from '../../shared/said.ts'
import { formatCount, plural } from '../format.ts'
import { counted } from './counted.ts'

type ValueThatAsks<N extends FilterName> = Exclude<ImageQuery[N], (typeof QUERY_CHOICES)[N][0]>

export const images = {
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not in Favorites',
  waiting: 'Pending',
  needsAttention: 'Needs attention',
  grid: 'Images',
  search: 'Search',
  searchNames: 'Search names',
  searchNamesAndPrompts: 'Search names and prompts',
  clearSearch: 'Clear search',
  filter: 'Filter',
  favorite: 'Favorite',
  any: 'Any',
  clearFilters: 'Clear filters',
  sort: 'Sort',
  size: 'Thumbnail size',
  showInfo: 'Show info',
  hideInfo: 'Hide info',
  info: 'Info',
  opening: 'Loading…',
  clear: 'Clear',
  done: 'Done',
  dismiss: 'Dismiss',
  reselect: 'Reselect',
  addThem: 'Add to selection',
  choosing: 'Click images to select them',
  noLongerMatches: 'No longer matches',
  tryAgain: 'Try again',
  review: 'Review',
  continueReview: 'Continue review',
  /** Where a review stopped. */
  continueAt: (place: number, count: number) => `Continue review where you stopped · ${counted.ofAll(place, count)}`,
  /** What chips and titles call each value of a filter that asks something. */
  filterValues: {
    favorite: { true: 'Favorites', false: 'Not in Favorites' },
    mark: { waiting: 'Pending', 'needs-attention': 'Needs attention', 'not-viewed': 'Not viewed yet' }
  } satisfies { readonly [N in FilterName]: Readonly<Record<`${ValueThatAsks<N>}`, string>> },
  sorts: {
    'id desc': { label: 'Date created, newest', short: 'Newest' },
    'id asc': { label: 'Date created, oldest', short: 'Oldest' },
    'name asc': { label: 'Name, A to Z', short: 'A to Z' },
    'name desc': { label: 'Name, Z to A', short: 'Z to A' }
  },
  soFar: (count: number) => `${counted.images(count)} so far`,
  activeFilters: (count: number) =>
    count === 0 ? 'Filter' : `Filter, ${plural(count, { one: '1 active', other: '# active' })}`,
  /** `subject`: `null` where the value says it all. */
  removeFilter: ({ subject, value }: { readonly subject: string | null; readonly value: string }) =>
    subject === null ? `Remove filter ${value}` : `Remove filter ${subject}: ${value}`,
  pixels: (size: number) => `${formatCount(size)} pixels`,
  arrived: (count: number) => plural(count, { one: '1 new', other: '# new' }),
  /** Read aloud of a tile. */
  spoken: {
    favorite: 'favorite',
    noLongerMatches: 'no longer matches',
    marks: { waiting: 'pending', 'needs-attention': 'needs attention' } satisfies Record<
      Exclude<SyncBadge, 'none'>,
      string
    >
  }
}

/** What is selected, and what is done with it. */
export const selection = {
  count: (count: number) => `${formatCount(count)} selected`,
  everything: 'everything in the library',
  matching: (filters: string) => `everything matching ${filters}`,
  /** What stands behind the count: the frozen set, its exceptions and what came on top. */
  frozen: (set: string, except: number, plus: number) =>
    `: ${set}${except === 0 ? '' : ` except ${formatCount(except)}`}${plus === 0 ? '' : `, plus ${formatCount(plus)} you added`}.`,
  newerArrived: (count: number) =>
    plural(count, { one: '1 newer image has arrived.', other: '# newer images have arrived.' }),
  outOfView: (count: number, size: number) => {
    if (count === size) return plural(size, { one: 'It is not in this view.', other: 'None of them is in this view.' })
    const all = formatCount(size)
    return plural(count, {
      one: `1 of your ${all} is not in this view.`,
      other: `# of your ${all} are not in this view.`
    })
  },
  /** At the end of the status bar. */
  inStatus: ({ size, shown, inView }: { readonly size: number; readonly shown: number; readonly inView: number }) =>
    inView === size
      ? `${formatCount(size)} of ${formatCount(shown)} selected`
      : `${formatCount(size)} selected · ${inView === 0 ? 'none' : formatCount(inView)} in this view`,
  /** `null`: not counted yet. */
  add: (count: number | null) => (count ? `Add ${formatCount(count)} to Favorites` : 'Add to Favorites'),
  remove: (count: number | null) => (count ? `Remove ${formatCount(count)} from Favorites` : 'Remove from Favorites'),
  added: (count: number) => `${formatCount(count)} added to Favorites`,
  removed: (count: number) => `${formatCount(count)} removed from Favorites`,
  allFavorites: (count: number) =>
    plural(count, { one: 'This image is already in Favorites', other: 'All # are already in Favorites' }),
  noFavorites: (count: number) =>
    plural(count, { one: 'This image isn’t in Favorites', other: 'None of these # are in Favorites' }),
  deselected: (count: number) => `${formatCount(count)} deselected`
}

/** The bar over what is pending or needs attention. */
export const work = {
  reasons: 'Reasons',
  showInActivity: 'Show in Activity',
  batchPaused: (batch: number) => `You paused batch ${batch}`,
  onHold: (batch: number, why: BatchPause['why']) =>
    why === 'new-results'
      ? `Batch ${batch} is on hold: some images have new results`
      : `Batch ${batch} is on hold until you decide`,
  sendsIn: (wait: string) => `Sending in ${wait}`,
  moreReasons: (count: number) => plural(count, { one: '1 more in Activity', other: '# more in Activity' })
}

export const inspector = {
  description: 'Prompt',
  showAll: 'Show all',
  showLess: 'Show less',
  created: 'Created',
  none: 'None',
  unknown: 'Not provided',
  notConfirmed: 'Not synced',
  noPrompt: 'The service doesn’t provide the prompt for this image.',
  id: 'ID',
  notCreated: 'Not created yet',
  rename: 'Rename',
  name: 'Name',
  copy: 'Copy',
  state: 'State',
  keptCopy: 'No longer on the service. This copy is kept here.',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  review: 'Review',
  takeSettings: 'Use these settings…',
  history: 'History',
  results: 'Results',
  resultFile: 'Result file',
  address: 'Image URL',
  other: 'Other data from the service',
  whatChanges: 'The service only allows changes to name, favorite, and results.',
  addFavorite: 'Add to Favorites',
  removeFavorite: 'Remove from Favorites',
  nothing: 'Select an image to see its details.',
  synced: 'Synced',
  syncedAt: (time: string) => `Synced ${time}`,
  selected: (count: number) => `${counted.images(count)} selected`,
  alreadyFavorites: (count: number) => plural(count, { one: '1 already a favorite', other: '# already favorites' }),
  toFavorite: (count: number) => `${formatCount(count)} not in Favorites yet`,
  atRateLimit: (span: string, end: string) => `${span} at this service’s rate limit · done around ${end}`,
  somePending: (count: number) => plural(count, { one: '1 of these is pending', other: '# of these are pending' })
}

export const fullView = {
  view: 'Full view',
  previous: 'Previous image',
  next: 'Next image',
  select: 'Select',
  selected: 'Selected',
  favorite: 'Favorite',
  review: 'Review',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fit: 'Fit',
  lastReviewed: 'That was the last image in this view.',
  /** `key`: as it is printed on this keyboard. */
  reviewHint: (key: string) => `${key} adds to Favorites and moves on`,
  /** Shown in review until it is dismissed. */
  howToReview: (key: string) => `${key} adds to Favorites and moves on. Arrow keys move on without adding.`,
  backTo: (title: string) => `Back to ${title}`
}

/** In place of a preview that is not there. Short, because a tile shows a few lines. */
export const pictures = {
  loading: 'Loading…',
  none: 'No preview yet',
  notHere: 'Not downloaded yet',
  retry: 'Retry',
  problems: {
    'private-host': (host) => `${host} is on a private network. Allow it in Settings.`,
    'not-found': (host) => `Preview not found on ${host}`,
    refused: (host) => `${host} refused to send this preview`,
    'host-error': (host) => `${host} is having problems`,
    unreachable: (host) => `Not downloaded yet. Can’t reach ${host}.`,
    'bad-address': () => 'The preview’s address isn’t a web address',
    'too-large': () => 'This preview is too large to show',
    'too-slow': () => 'This preview took too long to open',
    'not-a-picture': () => 'The preview’s file can’t be shown as an image'
  } satisfies Record<PictureProblem['code'], (host: string) => string>
}

/** Where no image is. */
export const empty = {
  reading: 'Loading your library…',
  readingBody: 'Images appear here as they arrive, newest first.',
  library: 'No images yet',
  libraryBody: 'Create an image, or check the service address in Settings.',
  allLeaving: 'All images are about to be deleted',
  allLeavingBody: 'You can undo until the deletions are sent.',
  newImage: 'New image',
  favorites: 'No favorites yet',
  waiting: 'No pending changes',
  needsAttention: 'Nothing needs attention',
  allViewed: 'You’ve viewed every image',
  showAll: 'Show all',
  /** No image is pending, or needs attention; something else is or does. */
  elsewhere: {
    waiting: (count: number) => ({
      headline: 'No image is pending',
      body: plural(count, { one: '1 other change is pending.', other: '# other changes are pending.' })
    }),
    'needs-attention': (count: number) => ({
      headline: 'No image needs attention',
      body: plural(count, { one: '1 other change needs attention.', other: '# other changes need attention.' })
    })
  },
  nothingMatches: (filters: number) =>
    plural(filters, { one: 'Nothing matches this filter', other: 'Nothing matches these # filters' }),
  /** `key`: as it is printed on this keyboard. */
  howToFavorite: (key: string) => `Select an image and press ${key}.`,
  hidden: (count: number) => plural(count, { one: '1 image is hidden.', other: '# images are hidden.' }),
  nothingContains: (search: string, searchesPrompts: boolean) =>
    searchesPrompts ? `No image name or prompt contains “${search}”` : `No image name contains “${search}”`,
  searchedIncomplete: 'Only the copy on this computer was searched. It may be incomplete.',
  searchedAsOf: (time: string) => `Only the copy on this computer was searched. It was complete as of ${time}.`
}

const WITH_KEY = 'The service can be searched with a key that it accepts.'
const WITH_KEYCHAIN = 'Allow keychain access to search the service.'

export const search = {
  onService: 'Search on the service',
  searching: 'Searching on the service…',
  names: 'Searches names on this computer',
  namesAndPrompts: 'Searches names and prompts on this computer',
  somePrompts: (withPrompt: number, all: number) =>
    `Searches names, and the prompts available here (${formatCount(withPrompt)} of ${formatCount(all)})`,
  /** Why the service cannot be searched now; `null` = it can. */
  whyNot: {
    connecting: null,
    idle: null,
    reading: null,
    sending: null,
    checking: null,
    'up-to-date': null,
    offline: 'You’re offline. The service can be searched when you’re back online.',
    unreachable: 'The service can’t be reached. It can be searched when it responds.',
    'not-responding': 'The service isn’t responding. It can be searched when it does.',
    'rate-limited': 'Rate limit reached. You can search the service when sync resumes.',
    'key-absent': 'Add your API key to search the service.',
    'key-locked': 'The service can be searched once your keychain is unlocked.',
    'key-denied': WITH_KEYCHAIN,
    'key-silent': WITH_KEYCHAIN,
    'key-unreadable': 'Enter your API key again to search the service.',
    'signed-out': WITH_KEY,
    'other-account': WITH_KEY,
    'owner-unclear': WITH_KEY,
    'no-access': 'The service can be searched with a key that has read access.',
    stopped: 'The service can’t be searched while sync is stopped.'
  } satisfies Record<Said, string | null>,
  found: ({ found, added, isWhole }: ServiceSearch) => {
    if (found === 0) return 'No matches on the service.'
    const news = added === 0 ? 'none' : formatCount(added)
    return isWhole
      ? `Found ${formatCount(found)} on the service, ${news} new to this library.`
      : `Found more than ${formatCount(found)} on the service, ${news} new to this library. Not all were loaded.`
  }
}
