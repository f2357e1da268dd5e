/** Everything that is photographed; what takes longest begins first. */
import type { Act } from './scene.ts'
import { accountAct } from './scenes/account.ts'
import { connectAct } from './scenes/connect.ts'
import { fileAct } from './scenes/file.ts'
import { firstUpdateAct, notShownAct } from './scenes/first-update.ts'
import { keyringAct, noKeyringAct } from './scenes/keyring.ts'
import { libraryAct } from './scenes/library.ts'
import { picturesAct } from './scenes/pictures.ts'
import { serviceAct } from './scenes/service.ts'
import { settingsAct } from './scenes/settings.ts'

export const ACTS: readonly Act[] = [
  notShownAct,
  serviceAct,
  connectAct,
  libraryAct,
  picturesAct,
  accountAct,
  firstUpdateAct,
  settingsAct,
  keyringAct,
  noKeyringAct,
  fileAct
]
