/** Every command shows its help and ends with 0, and refuses what it does not know with one sentence and 2. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { helpOf } from '../../drivers/command-line.ts'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { DEV, START } from '../start/options.ts'

/** By what a user types. */
const COMMANDS: Readonly<Record<string, string>> = {
  'npm start': 'tools/start/start.ts',
  'npm run bench:screen': 'bench/screen/cli.ts',
  'npm run conformance': 'tools/conformance/cli.ts',
  'npm run dev': 'tools/dev/cli.ts',
  'npm run governor': 'bench/governor/cli.ts',
  'npm run histories': 'test/faults/histories/cli.ts',
  'npm run journey': 'tools/journey/cli.ts',
  'npm run kills': 'test/faults/kills/cli.ts',
  'npm run mutants': 'tools/mutants/cli.ts',
  'npm run newcomer': 'tools/newcomer/cli.ts',
  'npm run package': 'tools/package/cli.ts',
  'npm run screens': 'tools/screens/cli.ts',
  'npm run screens:readme': 'tools/newcomer/readme-pictures.ts',
  'npm run service': 'tools/service/cli.ts',
  'npm run size': 'tools/size/cli.ts',
  'npm run smoke': 'tools/smoke/cli.ts',
  'node bench/storage.ts': 'bench/storage.ts'
}

const run = (file: string, word: string) =>
  new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(process.execPath, [join(PROJECT_ROOT, file), word], { cwd: PROJECT_ROOT }, (error, said, complained) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said, complained })
    )
  })

it.each(Object.entries(COMMANDS))('%s', async (command, file) => {
  const [help, slip] = await Promise.all([run(file, '--help'), run(file, '--no-such-word')])
  expect(help).toMatchObject({ code: 0, complained: '' })
  expect(help.said).toMatch(new RegExp(`^${command} -- \\[options\\]`))
  expect(slip).toEqual({
    code: 2,
    said: '',
    complained: `There is no option --no-such-word. "${command} -- --help" lists the options.\n`
  })
})

it('shows the help of those that install the packages before they are there', async () => {
  await expect(`${helpOf(START)}\n`).toMatchFileSnapshot(join(PROJECT_ROOT, 'tools/start/help.txt'))
  await expect(`${helpOf(DEV)}\n`).toMatchFileSnapshot(join(PROJECT_ROOT, 'tools/dev/help.txt'))
})
