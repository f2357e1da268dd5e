/** The dialects, switches and hazards of the command line: read, refused in a sentence, and listed. */
import { DIALECTS, DIALECT_NAMES, dialectOf, isDialectName, isSwitch, readSwitch } from './dialects/dialects.ts'
import { SWITCHES, SWITCH_NAMES, valuesOf, type ServiceDialect } from './dialects/switches.ts'
import { operationWords } from './hazards/hazard.ts'
import { HAZARD_GROUPS } from './hazards/hazards.ts'
import { readPlay, type HazardPlay } from './hazards/play-hazard.ts'

export interface Choices {
  /** null = nothing was chosen. */
  readonly dialect: ServiceDialect | null
  readonly plays: readonly HazardPlay[]
}

export interface ChoiceTexts {
  readonly dialect?: string | undefined
  readonly switch?: readonly string[] | undefined
  readonly hazard?: readonly string[] | undefined
}

const NAME_WIDTH = 28

/** What was chosen, or the sentence about the first choice that does not exist. */
export function readChoices(texts: ChoiceTexts): Choices | string {
  const dialect = readDialect(texts)
  if (typeof dialect === 'string') return dialect
  const plays = (texts.hazard ?? []).map(readPlay)
  const wrong = plays.find((play) => !play.ok)
  if (wrong !== undefined) return `${wrong.problem}: --list-hazards shows them all`
  return { dialect, plays: plays.flatMap((read) => (read.ok ? [read.play] : [])) }
}

function readDialect({ dialect, switch: switches = [] }: ChoiceTexts): ServiceDialect | string | null {
  const name = dialect ?? 'standard'
  if (!isDialectName(name)) return `There is no dialect "${name}": choose ${either(DIALECT_NAMES)}`
  const wrong = switches.find((text) => readSwitch(text) === null)
  if (wrong !== undefined) return switchProblem(wrong)
  if (dialect === undefined && switches.length === 0) return null
  return dialectOf(name, Object.assign({}, ...switches.map(readSwitch)))
}

function switchProblem(text: string): string {
  const [name = '', value = ''] = text.split('=', 2)
  if (!isSwitch(name)) return `There is no switch "${name}": --list-switches shows them all`
  return `--switch ${name}=… takes ${either(valuesOf(name))}, not "${value}"`
}

const either = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

/** Options and what they are for. */
export function choiceHelp(): readonly (readonly [option: string, help: string])[] {
  return [
    ['--dialect NAME', `what it speaks: ${either(DIALECT_NAMES)} (standard)`],
    ['--switch NAME=VALUE', 'one thing it does otherwise; may be repeated'],
    ['--hazard ID', 'one thing that goes wrong, as html, html-on-list or html-in-100; may be repeated'],
    ['--https', 'speak https, with a certificate of a made-up authority'],
    ['--list-dialects', 'show every dialect'],
    ['--list-switches', 'show every switch and its values'],
    ['--list-hazards', 'show every hazard and what it happens to']
  ]
}

const LISTS = {
  dialects: () => DIALECT_NAMES.map((name) => line(name, DIALECTS[name].sentence)),
  switches: () =>
    SWITCH_NAMES.flatMap((name) => Object.entries(SWITCHES[name]).map(([v, says]) => line(`${name}=${v}`, says))),
  hazards: () =>
    HAZARD_GROUPS.flatMap(({ title, hazards }, index) => [
      ...(index === 0 ? [] : ['']),
      title,
      ...hazards.map((hazard) => line(`  ${hazard.id}`, `${hazard.sentence} (${operationWords(hazard)})`))
    ])
} as const

/** One line each. */
export const listText = (list: keyof typeof LISTS): string => LISTS[list]().join('\n')

const line = (name: string, sentence: string): string => `${name.padEnd(NAME_WIDTH)}${sentence.replaceAll('`', '')}`
