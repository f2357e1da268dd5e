/** `npm run screens`. */
import { mkdir } from 'node:fs/promises'
import { path, required, runCommand, text } from '../../drivers/command-line.ts'
import { withEnding } from '../start/ending.ts'

const say = (line: string): void => console.log(line)

await runCommand(
  {
    name: 'npm run screens',
    about: 'Saves a picture of every screen and every error, light and dark, in three sizes, and checks accessibility.',
    options: {
      out: required(path('DIR', 'folder of the pictures')),
      only: text('WORD', 'only scenes with this in their names')
    },
    result:
      'One line for each picture and each violation, then `N screens, N violations`. Exit code 1: a sentence was not on\nscreen, or a rule is violated.'
  },
  ({ out, only }) =>
    withEnding(say, async (ending) => {
      await mkdir(out, { recursive: true })
      // Loaded late, because it takes long and the help does not need it.
      const { photographAll } = await import('./photograph.ts')
      const { screens, violations, missing } = await photographAll({ out, only: only ?? '', say, ending })
      for (const name of missing) console.error(`Not on screen: ${name}`)
      say(`${screens} screens, ${violations} violations`)
      return missing.length > 0 || violations > 0 || screens === 0 ? 1 : 0
    })
)
