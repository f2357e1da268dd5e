/** The command line of `npm run service`. */
import { defineCommand, flag, listed, number, oneOf, type Option, type OptionsOf } from '../../drivers/command-line.ts'
import { dialectOf, DIALECT_NAMES, isSwitch, readSwitch } from '../../src/reference-service/dialects/dialects.ts'
import { valuesOf, type ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { planFaults } from '../../src/reference-service/fault-plan.ts'
import { readPlay, type HazardPlay } from '../../src/reference-service/hazards/play-hazard.ts'
import type { HazardOptions } from '../../src/reference-service/start-with-hazards.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../src/shared/limits.ts'
import { CliError } from '../setup/cli-error.mjs'

const DAY_MS = 24 * 3600 * 1000
const milliseconds = (help: string): Option<number> => number(help, 0, [0, DAY_MS])

const key = (help: string): Option<string | null> => ({
  type: 'string',
  placeholder: 'KEY',
  help,
  read: (typed, name) => {
    const last = typed.at(-1)
    if (last === undefined) return null
    if (/^[\x21-\x7e]+$/.test(last) && last.length >= MIN_KEY_LENGTH && last.length <= MAX_KEY_LENGTH) return last
    throw new CliError(`${name} takes ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} printable characters without blanks.`)
  }
})

/** `null` by default. */
const switches: Option<Partial<ServiceDialect> | null> = {
  type: 'string',
  placeholder: 'NAME=VALUE',
  help: 'changes one property; repeatable',
  read: (typed) => {
    for (const word of typed) if (readSwitch(word) === null) throw new CliError(switchProblem(word))
    return typed.length === 0 ? null : Object.assign({}, ...typed.map(readSwitch))
  }
}

function switchProblem(word: string): string {
  const [name = '', value = ''] = word.split('=', 2)
  if (!isSwitch(name)) return `There is no switch "${name}": --list-switches shows them all.`
  return `--switch ${name}=… takes ${listed(valuesOf(name))}, not "${value}".`
}

const hazards: Option<readonly HazardPlay[]> = {
  type: 'string',
  placeholder: 'ID',
  help: 'plays a hazard, such as html, html-on-list or html-in-100; repeatable',
  read: (typed) =>
    typed.map((word) => {
      const read = readPlay(word)
      if (read.ok) return read.play
      throw new CliError(`${read.problem}: --list-hazards shows them all.`)
    })
}

export const SERVICE = defineCommand({
  name: 'npm run service',
  about: 'Runs a local service with generated records.',
  options: {
    images: number('number of images', 2000, [0, 1_000_000]),
    projects: number('number of projects', 38, [0, 10_000]),
    port: number('port; 0 for any free port', 8090, [0, 65_535]),
    perMinute: number('requests per minute and address; 0 for no limit', 60, [0, 1_000_000]),
    storeDelay: milliseconds('milliseconds of a create'),
    storeSpread: milliseconds('up to so many more milliseconds, at random'),
    faults: number('percentage of requests with a fault', 0, [0, 100]),
    delay: milliseconds('milliseconds added to every response'),
    seed: number('the same seed creates the same records', 1),
    imagesKey: key('key of the images group'),
    projectsKey: key('key of the projects group'),
    strictResults: flag('rejects updates without results or favorite'),
    listResults: flag('includes results in list and show'),
    dialect: oneOf(DIALECT_NAMES, `dialect: ${listed(DIALECT_NAMES)} (standard)`),
    switch: switches,
    hazard: hazards,
    https: flag('uses https with a certificate of a generated authority'),
    listDialects: flag('lists the dialects'),
    listSwitches: flag('lists the switches and their values'),
    listHazards: flag('lists the hazards and their operations')
  },
  result: 'Exit code 2: invalid input, or a port that is not available.'
})

export type ServiceCommandOptions = OptionsOf<typeof SERVICE.options>

/** Returns the options of the service. */
export function hazardOptionsOf(options: ServiceCommandOptions): HazardOptions {
  const { images, projects, port, perMinute, seed, faults, imagesKey, projectsKey, dialect, hazard, https } = options
  return {
    images,
    projects,
    port,
    perMinute,
    seed,
    storeDelayMs: options.storeDelay,
    storeSpreadMs: options.storeSpread,
    responseDelayMs: options.delay,
    faults: faults === 0 ? null : planFaults({ share: faults / 100, seed }).hook,
    strictResults: options.strictResults,
    listResults: options.listResults,
    ...(imagesKey === null ? {} : { imagesKey }),
    ...(projectsKey === null ? {} : { projectsKey }),
    ...(dialect === null && options.switch === null
      ? {}
      : { dialect: dialectOf(dialect ?? 'standard', options.switch ?? {}) }),
    plays: hazard,
    isSecure: https
  }
}
