/** Each command shows its help and ends with 0, and refuses unknown options with one sentence and 2. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { helpOf } from '../../drivers/command-line.ts'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { DEV, START } from '../start/options.ts'

/** Files by what users type. */
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
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [join(PROJECT_ROOT, file), word], { cwd: PROJECT_ROOT }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    )
  })

it.each(Object.entries(COMMANDS))('%s', async (command, file) => {
  const [help, refusal] = await Promise.all([run(file, '--help'), run(file, '--no-such-word')])
  expect(help).toMatchObject({ code: 0, errors: '' })
  expect(help.output).toMatch(new RegExp(`^${command} -- \\[options\\]`))
  expect(refusal).toEqual({
    code: 2,
    output: '',
    errors: `There is no option --no-such-word. "${command} -- --help" lists the options.\n`
  })
})

it('has the help of the commands that install the packages in files', async () => {
  await expect(`${helpOf(START)}\n`).toMatchFileSnapshot(join(PROJECT_ROOT, 'tools/start/help.txt'))
  await expect(`${helpOf(DEV)}\n`).toMatchFileSnapshot(join(PROJECT_ROOT, 'tools/dev/help.txt'))
})
