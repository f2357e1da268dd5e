/** `npm run journey`. */
import { runCommand } from '../../drivers/command-line.ts'
import { JOURNEY } from './options.ts'

await runCommand(JOURNEY, async (options) => {
  // Only now: it takes long to load, and help needs none of it.
  const { travel } = await import('./journey.ts')
  const { differences, ...figures } = await travel(options, (line) =>
    console.error(`${new Date().toISOString().slice(11, 23)} ${line}`)
  )
  console.log(JSON.stringify(figures))
  for (const sentence of differences) console.error(sentence)
  const { lost, doubled, waiting, needsYou } = figures
  return differences.length > 0 || [lost, doubled, waiting, needsYou].some((count) => count > 0) ? 1 : 0
})
