/**
 * `npm start`: builds, starts the reference service with sample pictures, and opens the program connected to it.
 * Stays until Ctrl+C or until the program is closed, and ends all that it started.
 *
 *   npm start -- --images 2000 --per-minute 600
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../src/reference-service/service-options.ts'
import type { Bridge } from '../../src/shared/bridge.ts'
import { findElectron } from '../../test/helpers/electron-binary.ts'
import { openApp, type OpenedApp } from '../../test/helpers/open-app.ts'
import { isUpToDate, waitForPictures, waitForStatus } from '../../test/helpers/person.ts'

interface StartOptions {
  readonly images: number
  readonly perMinute: number
}

/** Ends with a sentence that says what to do. */
function stop(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

function wholeNumber(name: string, text: string, least: number): number {
  const isNumber = /^\d{1,7}$/.test(text) && Number(text) >= least
  return isNumber ? Number(text) : stop(`--${name} takes a whole number from ${least}, not "${text}".`)
}

function readOptions(): StartOptions {
  try {
    const { values } = parseArgs({
      options: { images: { type: 'string', default: '2000' }, 'per-minute': { type: 'string', default: '600' } }
    })
    return {
      images: wholeNumber('images', values.images, 10),
      perMinute: wholeNumber('per-minute', values['per-minute'], 0)
    }
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error))
  }
}

function build(): void {
  console.log('Building…')
  const built = spawnSync('electron-vite', ['build', '--logLevel', 'error'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    shell: process.platform === 'win32'
  })
  if (built.status !== 0) stop('The build did not succeed; what it said stands above.')
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined

function describeShell(isElectron: boolean, isVisible: boolean): string {
  const where = isVisible ? '' : ', headless because there is no display'
  if (isElectron) return `Opening Proofsheet in Electron${where}.`
  return `Electron's binary is not on this machine: opening the same built program in the Chromium host${where}.`
}

/** Connects without the keychain: the demonstration's keys are kept until the program ends. */
async function connect(app: OpenedApp, service: RunningService): Promise<void> {
  const draft = {
    images: { address: service.imagesUrl, key: DEMO_IMAGES_KEY },
    projects: { address: service.projectsUrl, key: DEMO_PROJECTS_KEY },
    allowInsecure: true
  }
  const result = await app.page.evaluate(
    (given) => (globalThis as unknown as { bridge: Bridge }).bridge.connect({ draft: given, keep: 'session' }),
    draft
  )
  if (!result.ok) throw new Error(`The program could not connect to the local service: ${result.failure.code}.`)
}

/** What somebody without a display gets to see. */
async function savePicture(app: OpenedApp): Promise<string> {
  const file = join(tmpdir(), 'proofsheet-main.png')
  await waitForStatus(app.page, isUpToDate, 120_000)
  await waitForPictures(app.page, 60_000)
  await app.screenshot(file)
  return file
}

async function open(options: StartOptions, profile: string): Promise<{ app: OpenedApp; service: RunningService }> {
  const service = await startReferenceService({
    ...options,
    imagesKey: DEMO_IMAGES_KEY,
    projectsKey: DEMO_PROJECTS_KEY
  })
  console.log(`A local service with ${options.images} sample pictures listens at ${service.url}.`)
  const isVisible = hasDisplay()
  console.log(describeShell(findElectron() !== null, isVisible))
  const app = await openApp({ profile, args: isVisible ? ['--display'] : [], size: { width: 1440, height: 900 } })
  await connect(app, service)
  if (!isVisible) console.log(`A picture of the main screen: ${await savePicture(app)}`)
  return { app, service }
}

const options = readOptions()
build()
const profile = mkdtempSync(join(tmpdir(), 'proofsheet-start-'))
try {
  const { app, service } = await open(options, profile)
  const asked = new Promise<void>((done) => {
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
  })
  console.log('Press Ctrl+C to end it.')
  await Promise.race([asked, app.exited])
  await Promise.race([app.close(), app.exited])
  await service.close()
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(0)
