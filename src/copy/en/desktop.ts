/** What main says: native menus in title case, dialogs, and the log in sentences. */
import type { BatchVerb } from '../../shared/batch.ts'
import { formatCount, plural } from '../format.ts'
import { counted } from './counted.ts'

export const menu = {
  file: 'File',
  newImage: 'New Image…',
  syncNow: 'Sync Now',
  settings: 'Settings…',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  deselect: 'Deselect',
  reselect: 'Reselect',
  invert: 'Invert Selection',
  find: 'Find',
  image: 'Image',
  open: 'Open',
  review: 'Review',
  continueReview: 'Continue Where You Stopped',
  addFavorite: 'Add to Favorites',
  removeFavorite: 'Remove from Favorites',
  rename: 'Rename…',
  copyName: 'Copy Name',
  copyPrompt: 'Copy Prompt',
  useSettings: 'Use These Settings…',
  delete: 'Delete…',
  view: 'View',
  images: 'Images',
  projects: 'Projects',
  activity: 'Activity',
  history: 'History',
  larger: 'Larger Thumbnails',
  smaller: 'Smaller Thumbnails',
  info: 'Info',
  actualSize: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Toggle Full Screen',
  window: 'Window',
  minimize: 'Minimize',
  zoom: 'Zoom',
  close: 'Close',
  toFront: 'Bring All to Front',
  about: 'About Proofsheet',
  services: 'Services',
  hide: 'Hide Proofsheet',
  hideOthers: 'Hide Others',
  showAll: 'Show All',
  quit: 'Quit',
  quitProofsheet: 'Quit Proofsheet'
}

export const desktop = {
  windowTitle: 'Proofsheet',
  reloadTitle: 'Reload the window?',
  reloadBody: 'The window crashed several times. Your library and your changes are safe.',
  reload: 'Reload',
  quit: 'Quit',
  noBrowser: 'Couldn’t open a browser.'
}

/** Numbers and names of a log line. */
export type LogFacts = Readonly<Partial<Record<string, string>>>

const number = (text: string | undefined): number => Number(text ?? 0)
const withStatus = (text: string, { status }: LogFacts): string =>
  status === undefined ? `${text}.` : `${text} (status ${status}).`
const withCode = (text: string, { code }: LogFacts): string => `${text}${code ? ` (${code})` : ''}.`

const asked: Readonly<Record<BatchVerb, (size: number) => string>> = {
  favorite: (size) => `add ${counted.images(size)} to Favorites`,
  unfavorite: (size) => `remove ${counted.images(size)} from Favorites`,
  rename: (size) => `rename ${counted.images(size)}`,
  delete: (size) => `delete ${counted.images(size)}`,
  create: (size) => `create ${counted.images(size)}`,
  'delete-project': (size) => `delete ${counted.projects(size)}`,
  undo: (size) => `undo ${counted.changes(size)}`
}
const isVerb = (verb: string | undefined): verb is BatchVerb => verb !== undefined && Object.hasOwn(asked, verb)

/** The outcomes that occurred. */
function outcomes({ done, unchanged, needsAttention, canceled }: LogFacts): string {
  const parts = [
    number(done) > 0 && `${formatCount(number(done))} done`,
    number(unchanged) > 0 && `${formatCount(number(unchanged))} unchanged`,
    number(needsAttention) > 0 && counted.needAttention(number(needsAttention)),
    number(canceled) > 0 && `${formatCount(number(canceled))} canceled`
  ]
  return parts.filter(Boolean).join(', ') || 'nothing to do'
}

const holds: LogFacts = {
  refusals: 'The service rejected too many changes in a row.',
  'changed-more': 'The service also changed other fields.',
  'not-shown': 'The service isn’t showing some changes.'
}

type Sentence = (facts: LogFacts) => string
const say = (text: string) => () => text
/** Begins with the group it is about. */
const ofGroup =
  (text: Sentence): Sentence =>
  (facts) =>
    `${facts['group'] === 'projects' ? 'Projects' : 'Images'}: ${text(facts)}`

/** Sentences of log lines, by event. */
export const events = {
  'service-offline': ofGroup(({ code, host }) =>
    code === undefined || code === 'offline' ? 'No network connection.' : `Can’t reach ${host ?? 'the service'}.`
  ),
  'service-not-responding': ofGroup((facts) => withStatus('The service isn’t responding', facts)),
  'service-rate-limited': ofGroup(say('The service asked for fewer requests.')),
  'service-signed-out': ofGroup((facts) => withStatus('The service didn’t accept the API key', facts)),
  'service-no-access': ofGroup((facts) => withStatus('The API key has no access', facts)),
  'service-stopped': ofGroup((facts) => withStatus('Sync stopped because the service can’t be used', facts)),
  'service-recovered': ofGroup(say('The service responds again.')),
  'service-dialect-updated': ofGroup(say('Adjusted to how this service responds.')),
  'key-refused': ofGroup(say('The service didn’t accept the API key.')),
  'full-read-completed': ofGroup(say('Loaded all items from the service.')),
  'items-missing': ofGroup(({ count, of }) => {
    const all = counted.items(number(of))
    return plural(number(count), {
      one: `1 of ${all} seems to be missing from the service.`,
      other: `# of ${all} seem to be missing from the service.`
    })
  }),
  'batch-started': ({ batch = '', verb, size }: LogFacts) =>
    `Batch ${batch} started: ${isVerb(verb) ? asked[verb](number(size)) : counted.changes(number(size))}.`,
  'batch-finished': ({ batch = '', ...facts }: LogFacts) => `Batch ${batch} finished: ${outcomes(facts)}.`,
  'batch-on-hold': ({ batch = '', why = '' }: LogFacts) => `Batch ${batch} is on hold. ${holds[why] ?? ''}`.trim(),
  paused: say('You paused sync.'),
  resumed: say('You resumed sync.'),
  started: ({ app }: LogFacts) => (app ? `Proofsheet ${app} started.` : 'Proofsheet started.'),
  'left-out': ({ event = '', times }: LogFacts) =>
    `Similar entries left out: ${formatCount(number(times))} (${event}).`,
  'uncaught-exception': say('Proofsheet stopped because of an error.'),
  'unhandled-rejection': say('Something went wrong in Proofsheet.'),
  'child-process-gone': ({ type }: LogFacts) => `Part of Proofsheet stopped unexpectedly${type ? ` (${type})` : ''}.`,
  'picture-decoder-died': say('The process that reads previews stopped and was restarted.'),
  'engine-thread-ended': say('The thread that manages the library stopped unexpectedly.'),
  'library-not-opened': (facts: LogFacts) => withCode('The library couldn’t be opened', facts),
  'library-failed': (facts: LogFacts) => withCode('The library can’t be used', facts),
  'library-rebuilt': say('The library was rebuilt.'),
  'connections-file-set-aside': say('The saved connections were damaged. Connect again.'),
  'create-draft-set-aside': say('The saved draft was damaged. A new one was started.'),
  'page-gone': say('The window crashed.'),
  'send-threw': say('A request failed because of an error in Proofsheet.'),
  'handler-threw': say('A command failed because of an error in Proofsheet.')
} satisfies Record<string, Sentence>
