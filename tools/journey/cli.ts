/** `npm run journey`. */
import { runCommand } from '../../drivers/command-line.ts'
import { JOURNEY } from './options.ts'

await runCommand(JOURNEY, async (options) => {
  // Loaded late, because it takes long and the help does not need it.
  const { runJourney } = await import('./journey.ts')
  const { differences, ...figures } = await runJourney(options, (line) =>
    console.error(`${new Date().toISOString().slice(11, 23)} ${line}`)
  )
  console.log(JSON.stringify(figures))
  for (const sentence of differences) console.error(sentence)
  const { lost, doubled, waiting, needsAttention } = figures
  return differences.length > 0 || [lost, doubled, waiting, needsAttention].some((count) => count > 0) ? 1 : 0
})
