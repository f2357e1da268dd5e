/**
 * Command line of the reference service: `node src/reference-service/cli.ts --images 2000 --port 8090`. Exit codes:
 * 0 ended by the person, 2 bad input or a port that cannot be had.
 */
import { readArguments } from './cli-arguments.ts'
import { startReferenceService } from './server.ts'
import type { RunningService, ServerOptions } from './server.ts'

const BAD_INPUT = 2

/** The errors of the network that a person can mend, in plain words. null for anything else. */
function portProblem(cause: unknown, port: number): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Choose another one with --port.`
  if (code === 'EACCES') return `Port ${port} needs rights this user does not have. Choose one above 1023 with --port.`
  return null
}

function describe(service: RunningService): string {
  const { settings, store } = service
  const pace = settings.perMinute === 0 ? 'without a limit' : `at most ${settings.perMinute} requests a minute`
  return [
    `The reference service listens at ${service.url} (${pace}).`,
    `It keeps ${store.images.size} images and ${store.projects.size} projects, made up and in memory only.`,
    '',
    'To connect, give this address for both groups:',
    `  address        ${service.url}`,
    `  images key     ${settings.imagesKey}`,
    `  projects key   ${settings.projectsKey}`,
    '',
    'Press Ctrl+C to end it.'
  ].join('\n')
}

async function start(options: ServerOptions): Promise<RunningService | null> {
  try {
    return await startReferenceService(options)
  } catch (cause) {
    const problem = portProblem(cause, options.port ?? 0)
    if (problem === null) throw cause
    process.stderr.write(`${problem}\n`)
    return null
  }
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2))
  if (read.kind === 'help') return say(read.text)
  if (read.kind === 'problem') {
    process.stderr.write(`${read.text}\n`)
    return BAD_INPUT
  }
  const service = await start(read.options)
  if (service === null) return BAD_INPUT
  say(describe(service))
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  await service.close()
  return 0
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

process.exitCode = await main()
