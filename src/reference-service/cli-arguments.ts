/** Reads the command line into options, or into one clear sentence about what is wrong with it. */
import { parseArgs } from 'node:util'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../shared/limits.ts'
import { choiceHelp, listText, readChoices } from './cli-choices.ts'
import type { Choices } from './cli-choices.ts'
import { planFaults } from './fault-plan.ts'
import type { HazardPlay } from './hazards/play-hazard.ts'
import type { ServerOptions } from './server.ts'

export type ReadArguments =
  | {
      readonly kind: 'options'
      readonly options: ServerOptions
      /** Absent = none. */
      readonly plays?: readonly HazardPlay[]
      readonly isSecure?: true
    }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string }

interface NumberOption {
  readonly usual: number
  readonly min: number
  readonly max: number
  readonly help: string
}

const DAY_MS = 24 * 3600 * 1000

const NUMBERS = {
  images: { usual: 2000, min: 0, max: 1_000_000, help: 'images to make up' },
  projects: { usual: 38, min: 0, max: 10_000, help: 'projects to make up' },
  port: { usual: 8090, min: 0, max: 65_535, help: 'port to listen at; 0 takes any free one' },
  'per-minute': { usual: 60, min: 0, max: 1_000_000, help: 'requests a minute for one address; 0 = no limit' },
  'store-delay': { usual: 0, min: 0, max: DAY_MS, help: 'milliseconds a create takes' },
  'store-spread': { usual: 0, min: 0, max: DAY_MS, help: 'up to so many milliseconds more, differently for each' },
  faults: { usual: 0, min: 0, max: 100, help: 'of a hundred requests, so many meet a fault' },
  delay: { usual: 0, min: 0, max: DAY_MS, help: 'milliseconds added to every answer' },
  seed: { usual: 1, min: 0, max: 4_294_967_295, help: 'same seed, same records' }
} as const satisfies Record<string, NumberOption>

type NumberName = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS).filter((name): name is NumberName => name in NUMBERS)

const OPTIONS = {
  images: { type: 'string' },
  projects: { type: 'string' },
  port: { type: 'string' },
  'per-minute': { type: 'string' },
  'store-delay': { type: 'string' },
  'store-spread': { type: 'string' },
  faults: { type: 'string' },
  delay: { type: 'string' },
  seed: { type: 'string' },
  'images-key': { type: 'string' },
  'projects-key': { type: 'string' },
  'strict-results': { type: 'boolean' },
  'list-results': { type: 'boolean' },
  dialect: { type: 'string' },
  switch: { type: 'string', multiple: true },
  hazard: { type: 'string', multiple: true },
  https: { type: 'boolean' },
  'list-dialects': { type: 'boolean' },
  'list-switches': { type: 'boolean' },
  'list-hazards': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' }
} as const

/** `args` without the program's own name. */
export function readArguments(args: readonly string[]): ReadArguments {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false })
    if (values.help === true) return { kind: 'help', text: helpText() }
    for (const list of ['dialects', 'switches', 'hazards'] as const) {
      if (values[`list-${list}`] === true) return { kind: 'help', text: listText(list) }
    }
    const numbers = readNumbers(values)
    if (typeof numbers === 'string') return problem(numbers)
    const keys = { 'images-key': values['images-key'], 'projects-key': values['projects-key'] }
    for (const [name, key] of Object.entries(keys)) if (!isKey(key)) return problem(badKey(name))
    const choices = readChoices(values)
    return typeof choices === 'string' ? problem(choices) : toRead(toOptions(numbers, values), choices, values)
  } catch (cause) {
    // parseArgs reports bad input only by throwing; its own sentences name the option.
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS')) {
      return problem(cause.message.split(/\. |\n/)[0] ?? cause.message)
    }
    throw cause
  }
}

function toRead(options: ServerOptions, { dialect, plays }: Choices, { https }: Values): ReadArguments {
  return {
    kind: 'options',
    options: dialect === null ? options : { ...options, dialect },
    ...(plays.length === 0 ? {} : { plays }),
    ...(https === true ? { isSecure: true } : {})
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

const problem = (text: string): ReadArguments => ({
  kind: 'problem',
  text: `${text.replace(/\.$/, '')}. Run with --help to see every option.`
})

/** All numbers, or the sentence about the first bad one. */
function readNumbers(values: Values): Record<NumberName, number> | string {
  const numbers = {} as Record<NumberName, number> // every name is filled in below, or the function returns a sentence
  for (const name of NUMBER_NAMES) {
    const { usual, min, max } = NUMBERS[name]
    const text = values[name]
    const number = text === undefined ? usual : Number(text)
    const isWhole = text === undefined || /^\d+$/.test(text)
    if (!isWhole || number < min || number > max) {
      return `--${name} takes a whole number from ${min} to ${max}, not "${text ?? ''}"`
    }
    numbers[name] = number
  }
  return numbers
}

function isKey(key: string | undefined): boolean {
  return (
    key === undefined || (/^[\x21-\x7e]+$/.test(key) && key.length >= MIN_KEY_LENGTH && key.length <= MAX_KEY_LENGTH)
  )
}

const badKey = (name: string): string =>
  `--${name} takes ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} printable characters without blanks`

function toOptions(numbers: Record<NumberName, number>, values: Values): ServerOptions {
  const imagesKey = values['images-key']
  const projectsKey = values['projects-key']
  return {
    images: numbers.images,
    projects: numbers.projects,
    port: numbers.port,
    perMinute: numbers['per-minute'],
    storeDelayMs: numbers['store-delay'],
    storeSpreadMs: numbers['store-spread'],
    faults: numbers.faults === 0 ? null : planFaults({ share: numbers.faults / 100, seed: numbers.seed }).hook,
    answerDelayMs: numbers.delay,
    seed: numbers.seed,
    strictResults: values['strict-results'] === true,
    listResults: values['list-results'] === true,
    ...(imagesKey === undefined ? {} : { imagesKey }),
    ...(projectsKey === undefined ? {} : { projectsKey })
  }
}

function helpText(): string {
  const numbers = NUMBER_NAMES.map((name) =>
    optionLine(`--${name} N`, `${NUMBERS[name].help} (${NUMBERS[name].usual})`)
  )
  return [
    'npm run service -- [options]',
    '',
    'A local stand-in for the real service, with made-up records.',
    '',
    ...numbers,
    optionLine('--images-key KEY', 'key of the images group'),
    optionLine('--projects-key KEY', 'key of the projects group'),
    optionLine('--strict-results', 'refuse updates without results or favorite'),
    optionLine('--list-results', 'records carry their results in list and show'),
    ...choiceHelp().map(([option, help]) => optionLine(option, help))
  ].join('\n')
}

const optionLine = (option: string, help: string): string => `  ${option.padEnd(20)}${help}`
