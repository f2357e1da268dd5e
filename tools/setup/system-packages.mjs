/** The system packages that the Chromium host, the keychain and true pictures of screens need on Linux. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_PACKAGES = [
  'chromium',
  'xvfb',
  'dbus',
  'gnome-keyring',
  'libsecret-1-0',
  'libsecret-1-dev',
  'libsecret-tools',
  'fonts-inter',
  'fonts-noto-core',
  'fonts-noto-cjk',
  'python3',
  'make',
  'g++'
]

const isInstalled = (name) =>
  spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' }).stdout?.includes(
    'install ok installed'
  ) === true

/** A browser or compiler that came another way counts as well. */
const isOnPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const BY_COMMAND = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  python3: ['python3'],
  make: ['make'],
  'g++': ['g++']
}

/** Names of Debian packages that are missing; empty on systems without dpkg. */
export function missingDebianPackages() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return []
  return DEBIAN_PACKAGES.filter((name) => !(BY_COMMAND[name] ?? []).some(isOnPath) && !isInstalled(name))
}

/** Whether they can be installed right here, and the sentence to say when they cannot. */
export function systemAdvice(missing) {
  const command = `apt-get install -y ${missing.join(' ')}`
  const isRoot = process.getuid?.() === 0
  return {
    canInstall: isRoot,
    sentence: `Proofsheet's tests need some system packages. Install them and try again:\n\n  sudo ${command}\n`
  }
}
