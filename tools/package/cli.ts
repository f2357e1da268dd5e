/** `npm run package`: builds, packs for this system and says where the result lies. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { BAD_INPUT, flag, runCommand } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { buildWhenNeeded } from '../start/build.ts'
import { electronVersion } from '../start/electron-fetch.ts'
import { madeUpAddresses } from './addresses.ts'
import { findElectronFolder } from './electron-folder.ts'
import { bytesOf, megabytes, readPackedProgram } from './packed-program.ts'
import { ownTarget, type Target } from './target.ts'

interface PackageOptions {
  readonly stub: boolean
  readonly installers: boolean
  readonly built: boolean
}

/** Something is missing that the user can mend. */
function stop(sentence: string): never {
  throw new CliError(sentence, BAD_INPUT)
}

function targetHere(): Target {
  return ownTarget() ?? stop(`Proofsheet is not packed for ${process.platform} on ${process.arch}.`)
}

/** A package without an address to write to is refused by Debian, and no use to anybody. */
function checkAddresses(): void {
  const sentence = madeUpAddresses(readFileSync(join(PROJECT_ROOT, 'electron-builder.yml'), 'utf8'))
  if (sentence !== null) stop(sentence)
}

function electronHere({ platform }: Target): string {
  const folder = join(PROJECT_ROOT, 'node_modules/electron')
  const usual = join(folder, 'dist')
  const found = findElectronFolder({ platform, version: electronVersion(folder), usual, env: process.env })
  return found.ok ? found.folder : stop(found.sentence)
}

/** A workflow hands over secrets that are not set as empty texts, and the builder takes one for a certificate's file. */
function forgetEmptySecrets(env: NodeJS.ProcessEnv): void {
  const names = Object.keys(env).filter((name) => /^((WIN_)?CSC|APPLE)_/.test(name) && env[name] === '')
  for (const name of names) delete env[name]
}

/** Everything that can be missing is asked for before the first slow step. */
async function run(options: PackageOptions): Promise<string> {
  const target = targetHere()
  if (options.installers) checkAddresses()
  const electron = options.stub ? null : electronHere(target)
  if (!options.built) await buildWhenNeeded(PROJECT_ROOT, (sentence) => console.log(sentence))
  else if (!existsSync(join(PROJECT_ROOT, 'out/main/index.js'))) stop('Nothing is built yet: leave out --built.')
  forgetEmptySecrets(process.env)
  // Only now: the builder takes long to load, and whoever made a slip need not wait for it.
  const { pack, packOnStub } = await import('./pack.ts')
  if (electron === null) return packOnStub({ target, output: join(PROJECT_ROOT, 'dist/stub') })
  // No names: the builder makes what electron-builder.yml lists for this system.
  return pack({ target, electron, output: join(PROJECT_ROOT, 'dist'), kinds: options.installers ? [] : ['dir'] })
}

function report(folder: string, options: PackageOptions): void {
  const { platform, arch } = targetHere()
  const { archive, unpacked } = readPackedProgram(folder, platform)
  const parts = { whole: bytesOf(folder), scripts: bytesOf(archive), natives: bytesOf(unpacked) }
  console.log(`\nPacked for ${platform}-${arch}: ${folder}`)
  console.log(
    `${megabytes(parts.whole)} in all: ${megabytes(parts.scripts)} of program, ${megabytes(parts.natives)} of native ` +
      `files, the rest is ${options.stub ? 'the stand-in' : 'Electron'}.`
  )
  if (options.installers) console.log(`The installers lie beside it, in ${join(PROJECT_ROOT, 'dist')}.`)
  if (options.stub) console.log('It has a stand-in for Electron in it: look at it, but do not expect it to run.')
}

await runCommand(
  {
    name: 'npm run package',
    about: "Builds Proofsheet and packs it for this system, onto Electron's binary, into dist/.",
    options: {
      stub: flag('onto a stand-in for the binary, into dist/stub/: what the tests do'),
      installers: flag('the installers of this system too'),
      built: flag('what is already built')
    },
    check: ({ stub, installers }) =>
      stub && installers ? 'A stand-in for Electron cannot be installed: leave out --stub or --installers.' : null
  },
  async (options) => {
    try {
      report(await run(options), options)
      return 0
    } catch (error) {
      if (error instanceof CliError) throw error
      throw new CliError(`The packing did not succeed. ${error instanceof Error ? error.message : String(error)}`)
    }
  }
)
