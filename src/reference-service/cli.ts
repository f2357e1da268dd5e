/**
 * Command line of the reference service: `node src/reference-service/cli.ts --images 2000 --port 8090`. Exit codes:
 * 0 ended by the person, 2 bad input or a port that cannot be had.
 */
import { readArguments } from './cli-arguments.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sentenceOf, STANDARD } from './dialects/dialects.ts'
import { SWITCH_NAMES } from './dialects/switches.ts'
import type { ServiceDialect } from './dialects/switches.ts'
import type { HazardPlay } from './hazards/play-hazard.ts'
import { startWithHazards } from './start-with-hazards.ts'
import type { HazardOptions, HazardService } from './start-with-hazards.ts'

const BAD_INPUT = 2

/** The errors of the network that a person can mend, in plain words. null for anything else. */
function portProblem(cause: unknown, port: number): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Choose another one with --port.`
  if (code === 'EACCES') return `Port ${port} needs rights this user does not have. Choose one above 1023 with --port.`
  return null
}

/** `authority`: where the certificate of the made-up authority lies, for those who shall trust it. */
function describe({ url, address, service }: HazardService, options: HazardOptions, authority: string | null): string {
  const { settings, store } = service
  const pace = settings.perMinute === 0 ? 'without a limit' : `at most ${settings.perMinute} requests a minute`
  return [
    `The reference service listens at ${url} (${pace}).`,
    `It keeps ${store.images.size} images and ${store.projects.size} projects, made up and in memory only.`,
    ...dialectLines(settings.dialect),
    ...options.plays.map(hazardLine),
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

/** Sentences have code marks for documents. */
const plainText = (sentence: string): string => sentence.replaceAll('`', '')

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

async function start(options: HazardOptions): Promise<HazardService | null> {
  try {
    return await startWithHazards(options)
  } catch (cause) {
    const problem = portProblem(cause, options.port ?? 0)
    if (problem === null) throw cause
    process.stderr.write(`${problem}\n`)
    return null
  }
}

async function writeAuthority({ trusted }: HazardService): Promise<string | null> {
  if (trusted === null) return null
  const file = join(await mkdtemp(join(tmpdir(), 'proofsheet-authority-')), 'authority.pem')
  await writeFile(file, trusted)
  return file
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2))
  if (read.kind === 'help') return say(read.text)
  if (read.kind === 'problem') {
    process.stderr.write(`${read.text}\n`)
    return BAD_INPUT
  }
  const { plays = [], isSecure = false } = read
  const options = { ...read.options, plays, isSecure }
  const service = await start(options)
  if (service === null) return BAD_INPUT
  const authority = await writeAuthority(service)
  // Whoever reads the word may end it at once.
  const end = endIsAsked()
  say(describe(service, options, authority))
  await end
  await service.close()
  if (authority !== null) await rm(dirname(authority), { recursive: true })
  return 0
}

/** By a key, by the end of the terminal, or by the end of the set-up that started this ("disconnect"). */
function endIsAsked(): Promise<void> {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']
  return new Promise((resolve) => {
    const end = (): void => {
      // A listener of the channel would keep this process.
      process.removeListener('disconnect', end)
      resolve()
    }
    for (const event of events) process.on(event, end)
  })
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

process.exitCode = await main()
