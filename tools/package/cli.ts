/** `npm run package`: builds, packs for this system, and reports the result. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { BAD_INPUT, defineCommand, flag, runCommand, type OptionsOf } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { buildWhenNeeded } from '../start/build.ts'
import { electronVersion } from '../start/electron.ts'
import { bytesOf, megabytes, readPackedProgram } from './packed-program.ts'
import { ownTarget, type Target, placeholderAddresses, requireElectron } from './target.ts'

const PACKAGE = defineCommand({
  name: 'npm run package',
  about: 'Builds Proofsheet and packs it with Electron for this system into dist/.',
  options: {
    stub: flag('packs onto a stub of Electron into dist/stub/, like the tests'),
    installers: flag('also makes the installers of this system'),
    built: flag('uses the existing build')
  },
  check: ({ stub, installers }) =>
    stub && installers ? 'A stub of Electron cannot be installed: leave out --stub or --installers.' : null
})

type PackageOptions = OptionsOf<typeof PACKAGE.options>

/** Fails with something that the user can fix. */
function stop(sentence: string): never {
  throw new CliError(sentence, BAD_INPUT)
}

function targetHere(): Target {
  return ownTarget() ?? stop(`Proofsheet is not packed for ${process.platform} on ${process.arch}.`)
}

/** Debian refuses packages without a maintainer's address. */
function checkAddresses(): void {
  const sentence = placeholderAddresses(readFileSync(join(PROJECT_ROOT, 'electron-builder.yml'), 'utf8'))
  if (sentence !== null) stop(sentence)
}

function electronHere({ platform }: Target): string {
  const folder = join(PROJECT_ROOT, 'node_modules/electron')
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  return requireElectron(dist, platform, electronVersion(folder))
}

/** Removes empty secrets, which workflows set and the builder treats as paths of certificates. */
function removeEmptySecrets(env: NodeJS.ProcessEnv): void {
  const names = Object.keys(env).filter((name) => /^((WIN_)?CSC|APPLE)_/.test(name) && env[name] === '')
  for (const name of names) delete env[name]
}

/** Checks what may be missing before the first slow step. */
async function run(options: PackageOptions): Promise<string> {
  const target = targetHere()
  if (options.installers) checkAddresses()
  const electron = options.stub ? null : electronHere(target)
  if (!options.built) await buildWhenNeeded(PROJECT_ROOT, (sentence) => console.log(sentence))
  else if (!existsSync(join(PROJECT_ROOT, 'out/main/index.js'))) stop('Nothing is built. Leave out --built.')
  removeEmptySecrets(process.env)
  // Loaded late, because it takes long and options may be invalid.
  const { pack, packOnStub } = await import('./pack.ts')
  if (electron === null) return packOnStub({ target, output: join(PROJECT_ROOT, 'dist/stub') })
  // Without kinds, the builder makes those in electron-builder.yml.
  return pack({ target, electron, output: join(PROJECT_ROOT, 'dist'), kinds: options.installers ? [] : ['dir'] })
}

function report(folder: string, options: PackageOptions): void {
  const { platform, arch } = targetHere()
  const { archive, unpacked } = readPackedProgram(folder, platform)
  const parts = { whole: bytesOf(folder), scripts: bytesOf(archive), natives: bytesOf(unpacked) }
  console.log(`\nPacked for ${platform}-${arch}: ${folder}`)
  console.log(
    `${megabytes(parts.whole)} in total: ${megabytes(parts.scripts)} app, ${megabytes(parts.natives)} native ` +
      `files, the rest is ${options.stub ? 'the stub' : 'Electron'}.`
  )
  if (options.installers) console.log(`The installers are in ${join(PROJECT_ROOT, 'dist')}.`)
  if (options.stub) console.log('It contains a stub of Electron and does not run.')
}

await runCommand(PACKAGE, async (options) => {
  try {
    report(await run(options), options)
    return 0
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`Packing failed. ${error instanceof Error ? error.message : String(error)}`)
  }
})
