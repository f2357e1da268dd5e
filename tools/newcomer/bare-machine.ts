/** A folder that represents a computer without this project, with its own environment. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, delimiter } from 'node:path'
import { killMarked, markedProcesses } from '../../drivers/processes.ts'
import { runProgram, type Program } from './program.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

export type BareMachine = ReturnType<typeof openBareMachine>

/** Uses the network of this computer. */
export function openBareMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-new-'))
  for (const name of ['home', 'tmp', 'npm-cache']) mkdirSync(join(folder, name))
  const marker = folder.slice(-6) + process.pid
  const env = bareEnvironment(process.env, { folder, registry: registryOf(process.env), marker })
  const clone = join(folder, 'proofsheet')
  const programs: Program[] = []
  const mark = `${MARKER}=${marker} `
  return {
    /** Folder of the clone. */
    clone,
    env,
    /** Running processes of this computer, as in `markedProcesses`. */
    left: () => markedProcesses(mark),
    /** Runs a command in the clone; `close` ends it. */
    run: (line: string) => {
      const program = runProgram(line, { cwd: existsSync(clone) ? clone : folder, env })
      programs.push(program)
      return program
    },
    /** Remaining folders of the app in the temporary folder. */
    leftFolders: () => readdirSync(join(folder, 'tmp')).filter(isLeft),
    /** Ends all processes and removes all files. */
    close: () => {
      for (const program of programs) program.kill()
      killMarked(mark)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
}

/** Profiles and similar folders; the picture of a start may stay. */
const isLeft = (name: string): boolean => /^(proofsheet|keyring)-/.test(name) && !name.endsWith('.png')

function registryOf(env: NodeJS.ProcessEnv): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { cwd: PROJECT, env, encoding: 'utf8' }).trim()
}

/** Returns the command that clones the committed state. */
export const cloneLine = (clone: string): string => `git clone --quiet "${PROJECT}" "${clone}"`

/** Returns the command that links the installed packages into the clone. */
export const linkPackagesLine = (clone: string): string => `cp -al "${PROJECT}/node_modules" "${clone}/node_modules"`

export interface BareParts {
  /** Folder that represents the computer. */
  readonly folder: string
  /** Registry of npm, passed in the environment so that it is not written to a file. */
  readonly registry: string
  /** Marks all its processes. */
  readonly marker: string
}

export const MARKER = 'PROOFSHEET_NEWCOMER'

/** Variables of the network, which a new computer would also have. */
const NETWORK =
  /^(https?_proxy|no_proxy|all_proxy|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/
/** Variables of any shell, without a display. */
const SHELL = /^(LANG|LC_.*|TERM|USER|LOGNAME|SHELL|SystemRoot|ComSpec|PATHEXT)$/

/** Returns an environment without variables of npm, continuous integration, or this user. */
export function bareEnvironment(from: NodeJS.ProcessEnv, { folder, registry, marker }: BareParts): NodeJS.ProcessEnv {
  const kept = Object.entries(from).filter(([name]) => NETWORK.test(name) || SHELL.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: systemPath(from['PATH'] ?? ''),
    HOME: join(folder, 'home'),
    USERPROFILE: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    XDG_CONFIG_HOME: join(folder, 'home/.config'),
    XDG_CACHE_HOME: join(folder, 'home/.cache'),
    XDG_DATA_HOME: join(folder, 'home/.local/share'),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    [MARKER]: marker
  }
}

/** Returns the PATH without folders of npm and projects. */
function systemPath(path: string): string {
  return path
    .split(delimiter)
    .filter((part) => !/[\\/](node_modules|node-gyp-bin)([\\/]|$)/.test(part))
    .join(delimiter)
}
