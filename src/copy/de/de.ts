/** The German catalogue: what the English one says, key by key. */
import type { Catalogue } from '../en/en.ts'
import { activity, changes, log } from './activity.ts'
import { batches, firstUpdates, stopping } from './batches.ts'
import { commands, deletion, needs, questions, renaming, unavailable, undoing } from './commands.ts'
import { connect, connection, keychain, newKey, sample, settings } from './connection.ts'
import { counted, names, time } from './counted.ts'
import { create, facets } from './create.ts'
import { desktop, events, menu } from './desktop.ts'
import { diagnosis } from './diagnosis.ts'
import { failures } from './failures.ts'
import { banners, frame, libraryFailure, projects, status } from './frame.ts'
import { empty, fullView, images, inspector, pictures, search, selection, work } from './images.ts'

export const de: Catalogue = {
  activity,
  banners,
  batches,
  changes,
  commands,
  connect,
  connection,
  counted,
  create,
  deletion,
  desktop,
  diagnosis,
  empty,
  events,
  failures,
  firstUpdates,
  frame,
  fullView,
  images,
  inspector,
  keychain,
  libraryFailure,
  log,
  facets,
  menu,
  names,
  needs,
  newKey,
  pictures,
  projects,
  questions,
  renaming,
  sample,
  search,
  selection,
  settings,
  status,
  stopping,
  time,
  unavailable,
  undoing,
  work
}
