/** The environment of a machine on which this project was never seen. */
import { delimiter, join } from 'node:path'

export interface BareParts {
  /** The folder that stands for the whole machine. */
  readonly folder: string
  /** Where npm gets packages from; told by the environment, so that nothing is written down. */
  readonly registry: string
  /** Set in every process that comes of it. */
  readonly marker: string
}

export const MARKER = 'PROOFSHEET_NEWCOMER'

/** How this machine reaches the network; a newcomer's machine would know it too. */
const NETWORK =
  /^(https?_proxy|no_proxy|all_proxy|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/
/** What a shell of any machine has. Without a display: the picture is what can be looked at. */
const SHELL = /^(LANG|LC_.*|TERM|USER|LOGNAME|SHELL|SystemRoot|ComSpec|PATHEXT)$/

/** Nothing of npm, of continuous integration, or of the person who runs this. */
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

/** Without what npm and projects put in front of it. */
function systemPath(path: string): string {
  return path
    .split(delimiter)
    .filter((part) => !/[\\/](node_modules|node-gyp-bin)([\\/]|$)/.test(part))
    .join(delimiter)
}
