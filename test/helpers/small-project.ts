/** A small project for tests of the real setup, with one package in a folder. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { openTerminal, type Terminal } from '../../drivers/processes.ts'

const PACKAGE = { name: 'small', version: '1.0.0', dependencies: { tool: 'file:parts/tool' } }
const TOOL = { name: 'tool', version: '1.0.0', bin: { tool: 'tool.js' } }
const LOCK = {
  name: 'small',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': PACKAGE,
    'node_modules/tool': { resolved: 'parts/tool', link: true },
    'parts/tool': { ...TOOL, bin: TOOL.bin }
  }
}
/** Prints its arguments, then runs for a while. */
const PROGRAM = 'console.log("ran", ...process.argv.slice(2)); setTimeout(() => process.exit(7), 50)'

export interface Ran {
  readonly code: number | null
  /** Output of both streams. */
  readonly output: string
}

export interface SmallProject extends Disposable {
  readonly root: string
  /** A folder for the PATH that only contains Node. */
  readonly bin: string
  /** Adds a shell script to it. */
  readonly command: (name: string, script: string) => void
  readonly start: (args?: readonly string[], env?: NodeJS.ProcessEnv) => StartedSetup
}

interface StartedSetup extends Omit<Terminal, 'ended'> {
  readonly ended: Promise<Ran>
}

export function createSmallProject(): SmallProject {
  const root = mkdtempSync(join(tmpdir(), 'proofsheet-small-'))
  const bin = join(root, 'bin')
  for (const folder of ['bin', 'home', 'tools', 'parts/tool']) mkdirSync(join(root, folder), { recursive: true })
  cpSync(join(PROJECT_ROOT, 'tools/setup'), join(root, 'tools/setup'), { recursive: true })
  writeFileSync(join(root, 'tools/program.mjs'), PROGRAM)
  writeFileSync(join(root, 'package.json'), JSON.stringify(PACKAGE))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK))
  writeFileSync(join(root, 'parts/tool/package.json'), JSON.stringify(TOOL))
  writeFileSync(join(root, 'parts/tool/tool.js'), '#!/usr/bin/env node\n')
  symlinkSync(process.execPath, join(bin, 'node'))
  return {
    root,
    bin,
    command: (name, script) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, name), 0o755)
    },
    start: (args = ['run', 'tools/program.mjs'], env = {}) => start(root, args, { PATH: bin, ...env }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

function start(root: string, args: readonly string[], env: NodeJS.ProcessEnv): StartedSetup {
  const setup = openTerminal(process.execPath, ['tools/setup/setup.mjs', ...args], {
    cwd: root,
    // The setup must not find the npm that runs the test.
    env: { HOME: join(root, 'home'), ...env }
  })
  return { ...setup, ended: setup.ended.then((code) => ({ code, output: setup.output() })) }
}

/** Returns this computer's PATH without the project's commands. */
export const machinePath = (): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
