/** A folder that stands for a machine on which nothing of this project was ever done. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { killMarked, markedProcesses } from '../../drivers/marked-processes.ts'
import { bareEnvironment, MARKER } from './bare-environment.ts'
import { runProgram, type Program } from './program.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

export interface BareMachine {
  /** Where the project is cloned to. */
  readonly clone: string
  readonly env: NodeJS.ProcessEnv
  /** Runs a line in the clone. Ended by `close` at the latest. */
  readonly run: (line: string) => Program
  /** What of this machine still runs, as `markedProcesses` has it. */
  readonly left: () => readonly string[]
  /** Folders of the program that lie in the temporary folder. */
  readonly leftFolders: () => readonly string[]
  /** Ends what runs and removes everything. */
  readonly close: () => void
}

/** Makes one; the network is reached as from here. */
export function openBareMachine(): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-new-'))
  for (const name of ['home', 'tmp', 'npm-cache']) mkdirSync(join(folder, name))
  const marker = folder.slice(-6) + process.pid
  const env = bareEnvironment(process.env, { folder, registry: registryOf(process.env), marker })
  const clone = join(folder, 'proofsheet')
  const programs: Program[] = []
  const mark = `${MARKER}=${marker} `
  return {
    clone,
    env,
    left: () => markedProcesses(mark),
    run: (line) => {
      const program = runProgram(line, { cwd: existsSync(clone) ? clone : folder, env })
      programs.push(program)
      return program
    },
    leftFolders: () => readdirSync(join(folder, 'tmp')).filter(isLeft),
    close: () => {
      for (const program of programs) program.kill()
      killMarked(mark)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
}

/** Profiles and the like; the picture that a start points to may stay. */
const isLeft = (name: string): boolean => /^(proofsheet|keyring)-/.test(name) && !name.endsWith('.png')

function registryOf(env: NodeJS.ProcessEnv): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { cwd: PROJECT, env, encoding: 'utf8' }).trim()
}

/** The line that clones what is committed here. Quoted for paths with blanks. */
export const cloneLine = (clone: string): string => `git clone --quiet "${PROJECT}" "${clone}"`

/** The line that takes the packages of this folder along, as links to the same files. */
export const takePackagesLine = (clone: string): string => `cp -al "${PROJECT}/node_modules" "${clone}/node_modules"`
