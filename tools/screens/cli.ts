/** `npm run screens`. */
import { mkdir } from 'node:fs/promises'
import { path, required, runCommand, text } from '../../drivers/command-line.ts'

await runCommand(
  {
    name: 'npm run screens',
    about:
      'Photographs every screen and every sentence of trouble, light and dark, large and small, and checks their\naccessibility.',
    options: {
      out: required(path('DIR', 'folder of the pictures')),
      only: text('WORD', 'only scenes with this in their name')
    },
    result:
      'One line for each picture and each violation, then `N screens, N violations`. Exit code 1: a sentence was not on\nscreen, or a rule is violated.'
  },
  async ({ out, only }) => {
    await mkdir(out, { recursive: true })
    // Only now: it takes long to load, and help needs none of it.
    const { photographAll } = await import('./photograph.ts')
    const { screens, violations, missing } = await photographAll({
      out,
      only: only ?? '',
      tell: (line) => console.log(line)
    })
    for (const name of missing) console.error(`Not on screen: ${name}`)
    console.log(`${screens} screens, ${violations} violations`)
    return missing.length > 0 || violations > 0 || screens === 0 ? 1 : 0
  }
)
