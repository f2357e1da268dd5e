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
import { withEnding } from '../start/ending.ts'
import { portError } from '../start/options.ts'
import { hazardOptionsOf, SERVICE, type ServiceCommandOptions } from './options.ts'

const NAME_WIDTH = 28

/** Removes the code marks of documents. */
const plainText = (sentence: string): string => sentence.replaceAll('`', '')
const line = (name: string, sentence: string): string => `${name.padEnd(NAME_WIDTH)}${plainText(sentence)}`

/** Returns the lines of a requested list, or `null`. */
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

/** `authority`: file with the certificate of the authority to trust. */
function describe({ url, address, service }: HazardService, plays: readonly HazardPlay[], authority: string | null) {
  const { settings, store } = service
  const limit = settings.perMinute === 0 ? 'no rate limit' : `at most ${settings.perMinute} requests a minute`
  return [
    `The reference service runs at ${url} (${limit}).`,
    `It has ${store.images.size} images and ${store.projects.size} projects, generated and only in memory.`,
    ...dialectLines(settings.dialect),
    ...plays.map(hazardLine),
    '',
    'To connect, use this address for both groups:',
    `  address        ${address}`,
    `  images key     ${settings.imagesKey}`,
    `  projects key   ${settings.projectsKey}`,
    ...(authority === null ? [] : [`  authority      ${authority}`]),
    '',
    'Press Ctrl+C to quit.'
  ].join('\n')
}

/** Returns a line for each difference from the standard dialect. */
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

const say = (text: string): void => console.log(text)

await runCommand(SERVICE, (options) =>
  withEnding(say, async (ending) => {
    const list = listOf(options)
    if (list !== null) {
      say(list.join('\n'))
      return 0
    }
    const service = await startWithHazards(hazardOptionsOf(options)).catch((error: unknown) => {
      throw portError(error, options.port, '--port') ?? error
    })
    ending.add(() => service.close())
    const authority = await writeAuthority(service)
    if (authority !== null) ending.add(() => rm(dirname(authority), { recursive: true }))
    say(describe(service, options.hazard, authority))
    await ending.requested
    return 0
  })
)
