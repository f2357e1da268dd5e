/**
 * `npm run journey -- --images 3000 --per-minute 0 --seed 1`; `--full` adds every other verb, `--faults 0.2` a troubled
 * service, `--resend` a network stack that sends again.
 * Prints one line of JSON; exit 1 on any difference between the service and the library, 2 on words it cannot take.
 */
import { runInKeyringSession } from '../../drivers/keyring-session.ts'
import { wordsOrExit } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

const options = wordsOrExit({ command: 'npm run journey', help: HELP, read: readOptions })
// The key is kept in a real keychain: on Linux in a session of its own, so that nobody's keyring is touched.
if (!(await runInKeyringSession())) {
  // Only now: it takes long to load, and help needs none of it.
  const { travel } = await import('./journey.ts')
  const { differences, ...figures } = await travel(options, (text) =>
    console.error(`${new Date().toISOString().slice(11, 23)} ${text}`)
  )
  console.log(JSON.stringify(figures))
  for (const sentence of differences) console.error(sentence)
  process.exit(
    differences.length > 0 || figures.lost > 0 || figures.doubled > 0 || figures.waiting > 0 || figures.needsYou > 0
      ? 1
      : 0
  )
}
