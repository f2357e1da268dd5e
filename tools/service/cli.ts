/** `npm run service`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../../drivers/command-line.ts'
import { DIALECTS, DIALECT_NAMES, sentenceOf, STANDARD } from '../../src/reference-service/dialects/dialects.ts'
import { SWITCHES, SWITCH_NAMES, type ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { operationWords } from '../../src/reference-service/hazards/hazard.ts'
import { HAZARD_GROUPS } from '../../src/reference-service/hazards/hazards.ts'
import type { HazardPlay } from '../../src/reference-service/hazards/play-hazard.ts'
import { startWithHazards, type HazardService } from '../../src/reference-service/start-with-hazards.ts'
import { portError } from '../start/free-port.ts'
import { hazardOptionsOf, SERVICE, type ServiceCommandOptions } from './options.ts'

const NAME_WIDTH = 28

/** Sentences have code marks for documents. */
const plainText = (sentence: string): string => sentence.replaceAll('`', '')
const line = (name: string, sentence: string): string => `${name.padEnd(NAME_WIDTH)}${plainText(sentence)}`

/** What is to be shown instead of a service, one line each; null: nothing. */
function listOf({ listDialects, listSwitches, listHazards }: ServiceCommandOptions): readonly string[] | null {
  if (listDialects) return DIALECT_NAMES.map((name) => line(name, DIALECTS[name].sentence))
  if (listSwitches)
    return SWITCH_NAMES.flatMap((name) =>
      Object.entries(SWITCHES[name]).map(([value, says]) => line(`${name}=${value}`, says))
    )
  if (!listHazards) return null
  return HAZARD_GROUPS.flatMap(({ title, hazards }, index) => [
    ...(index === 0 ? [] : ['']),
    title,
    ...hazards.map((hazard) => line(`  ${hazard.id}`, `${hazard.sentence} (${operationWords(hazard)})`))
  ])
}

/** `authority`: where the certificate of the made-up authority lies, for those who shall trust it. */
function describe({ url, address, service }: HazardService, plays: readonly HazardPlay[], authority: string | null) {
  const { settings, store } = service
  const pace = settings.perMinute === 0 ? 'without a limit' : `at most ${settings.perMinute} requests a minute`
  return [
    `The reference service listens at ${url} (${pace}).`,
    `It keeps ${store.images.size} images and ${store.projects.size} projects, made up and in memory only.`,
    ...dialectLines(settings.dialect),
    ...plays.map(hazardLine),
    '',
    'To connect, give this address for both groups:',
    `  address        ${address}`,
    `  images key     ${settings.imagesKey}`,
    `  projects key   ${settings.projectsKey}`,
    ...(authority === null ? [] : [`  authority      ${authority}`]),
    '',
    'Press Ctrl+C to end it.'
  ].join('\n')
}

/** Nothing for the standard dialect. */
function dialectLines(dialect: ServiceDialect): readonly string[] {
  const others = SWITCH_NAMES.filter((name) => dialect[name] !== STANDARD[name])
  return others.map((name) => `Dialect ${name}=${dialect[name]}: ${plainText(sentenceOf(name, dialect[name]))}`)
}

function hazardLine({ hazard: { id, sentence }, operations, oneIn }: HazardPlay): string {
  const on = operations.length === 0 ? '' : ` on ${operations.join(', ')}`
  const share = oneIn === undefined ? '' : `, one request in ${oneIn}`
  return `Hazard ${id}${on}${share}: ${plainText(sentence)}`
}

async function writeAuthority({ trusted }: HazardService): Promise<string | null> {
  if (trusted === null) return null
  const file = join(await mkdtemp(join(tmpdir(), 'proofsheet-authority-')), 'authority.pem')
  await writeFile(file, trusted)
  return file
}

/** By a key, by the end of the terminal, or by the end of the set-up that started this ("disconnect"). */
function endIsAsked(): Promise<void> {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']
  return new Promise((resolve) => {
    for (const event of events) process.on(event, () => resolve())
  })
}

await runCommand(SERVICE, async (options) => {
  const list = listOf(options)
  if (list !== null) {
    console.log(list.join('\n'))
    return 0
  }
  const service = await startWithHazards(hazardOptionsOf(options)).catch((error: unknown) => {
    throw portError(error, options.port, '--port') ?? error
  })
  const authority = await writeAuthority(service)
  // Whoever reads the word may end it at once.
  const end = endIsAsked()
  console.log(describe(service, options.hazard, authority))
  await end
  await service.close()
  if (authority !== null) await rm(dirname(authority), { recursive: true })
  return 0
})
