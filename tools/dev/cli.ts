/** `npm run dev`. */
import { runCommand } from '../../drivers/command-line.ts'
import { withEnding } from '../start/ending.ts'
import { DEV } from '../start/options.ts'

const say = (sentence: string): void => console.log(`[dev] ${sentence}`)

await runCommand(DEV, (options) =>
  withEnding(say, async (ending) => {
    // Loaded late, because it takes long and the help does not need it.
    const { runDev } = await import('./dev.ts')
    return runDev({ options, ending, say })
  })
)
