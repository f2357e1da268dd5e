/**
 * What a group's service was found to speak, learned from its own answers and remembered per group. Never learned
 * by a paid create nor by a write that nobody asked for.
 */
import type { ResultsTrait } from './results-carrier.ts'

/** How a list may be written in a body, in the order in which it is tried. */
export const RESULTS_FORMS = ['brackets', 'numbered', 'json', 'repeated'] as const
export type ResultsForm = (typeof RESULTS_FORMS)[number]

/** Where a list may stand in an answer, in the order in which it is looked for. Never `links`, which is a list too. */
export const LIST_PLACES = [
  'data',
  'root',
  'data.data',
  'data.items',
  'data.images',
  'data.projects',
  'data.records',
  'data.results',
  'items',
  'images',
  'projects',
  'results'
] as const

/** Every trait with its values; the first is what is tried while nothing is known. */
const TRAITS = {
  /** How `favorite` is written in an update: 1/0 or true/false. */
  'update.boolean': ['digits', 'words'],
  /** How the favorite filter of the list is written; `ignored`: neither had an effect. */
  'filter.boolean': ['digits', 'words', 'ignored'],
  'update.method': ['PUT', 'PATCH'],
  /** PUT, PATCH and DELETE as they are, or as POST with `_method`, where a host lets nothing else through. */
  verbs: ['own', 'spoofed'],
  /** Which answers carry `results`: the list too, only a single record, or none seen so far. */
  'results.carrier': ['never', 'show', 'list'],
  /**
   * How the list `results` is written in an update: `results[]=x`, `results[0]=x`, a JSON body, `results=x` repeated. By
   * length, because a service that keeps one item of a list may lose the others of three, and no form carries none.
   */
  'results.none': RESULTS_FORMS,
  'results.one': RESULTS_FORMS,
  'results.many': RESULTS_FORMS,
  /** Whether an update carries the name that the record has: where a PUT without it empties the name. */
  'update.name': ['absent', 'sent'],
  'page.selection': ['page', 'cursor'],
  /** What a service calls its first page. */
  'page.first': ['one', 'zero'],
  /** Where in an answer the list stands; `root`: the answer is the list. Read anew each time, kept to be told. */
  'list.place': LIST_PLACES,
  /** What stands in the address of a project's deletion. `name` is learned where an attempt with the id proved nothing. */
  'projects.key': ['name', 'id'],
  /** What a delete is answered with: a word that it is done, `deleted`, the record, or nothing. Kept to be told. */
  'delete.answer': ['flag', 'word', 'record', 'empty'],
  /** Which headers tell the pace: `X-RateLimit-*`, the same without `X-`, or the items of `RateLimit`. Kept to be told. */
  'rate.headers': ['x-ratelimit', 'ratelimit', 'items']
} as const

export type Trait = keyof typeof TRAITS
export const TRAIT_NAMES = Object.keys(TRAITS) as readonly Trait[] // the keys of a constant
export type TraitValue<T extends Trait> = (typeof TRAITS)[T][number]

export interface Dialect {
  /** What is being tried, else what was learned, else what is tried first. */
  readonly get: <T extends Trait>(trait: T) => TraitValue<T>
  /** null until an answer has shown it. */
  readonly known: <T extends Trait>(trait: T) => TraitValue<T> | null
  readonly learn: <T extends Trait>(trait: T, value: TraitValue<T>) => void
  /** Uses a value that may do harm, until it is learned; null = what was learned again. Not kept: a new start begins over. */
  readonly attempt: <T extends Trait>(trait: T, value: TraitValue<T> | null) => void
  readonly isAttempted: (trait: Trait) => boolean
  /** Notes with which attempted value a record is updated. Not kept: nothing is learned of what an earlier run sent. */
  readonly noteUsed: <T extends Trait>(trait: T, value: TraitValue<T>, id: string) => void
  /** The attempted value that this record, the last one, was updated with; null when it was another one. */
  readonly usedFor: <T extends Trait>(trait: T, id: string) => TraitValue<T> | null
  /** A value that has done harm is not attempted again. Not kept either. */
  readonly ruleOut: <T extends Trait>(trait: T, value: TraitValue<T>) => void
  readonly isRuledOut: <T extends Trait>(trait: T, value: TraitValue<T>) => boolean
  /** Everything learned, for diagnostics and for keeping. */
  readonly all: () => Readonly<Record<string, string>>
}

/**
 * A dialect that starts from what was kept earlier. `onLearn` is called for each new or changed trait, so that it
 * can be kept. Traits and values that this version does not know are left alone in the store and not used.
 */
export function createDialect(
  kept: Readonly<Record<string, string>> = {},
  onLearn: (trait: Trait, value: string) => void = () => undefined
): Dialect {
  const traits = new Map<Trait, string>()
  const attempted = new Map<Trait, string>()
  const used = new Map<Trait, { readonly value: string; readonly id: string }>()
  const ruledOut = new Map<Trait, readonly string[]>()
  for (const trait of TRAIT_NAMES) {
    const value = Object.hasOwn(kept, trait) ? kept[trait] : undefined
    if (value !== undefined && isValueOf(trait, value)) traits.set(trait, value)
  }
  // The map holds only values that isValueOf or the type of learn let in.
  const known = <T extends Trait>(trait: T) => (traits.get(trait) ?? null) as TraitValue<T> | null
  return {
    known,
    // As above.
    get: <T extends Trait>(trait: T) =>
      (attempted.get(trait) ?? traits.get(trait) ?? TRAITS[trait][0]) as TraitValue<T>,
    attempt: (trait, value) => {
      if (value === null) attempted.delete(trait)
      else attempted.set(trait, value)
    },
    isAttempted: (trait) => attempted.has(trait),
    noteUsed: (trait, value, id) => {
      if (attempted.get(trait) === value) used.set(trait, { value, id })
    },
    usedFor: <T extends Trait>(trait: T, id: string) => {
      const last = used.get(trait)
      // As above.
      return (last?.id === id ? last.value : null) as TraitValue<T> | null
    },
    ruleOut: (trait, value) => {
      ruledOut.set(trait, [...(ruledOut.get(trait) ?? []), value])
    },
    isRuledOut: (trait, value) => ruledOut.get(trait)?.includes(value) === true,
    learn: (trait, value) => {
      attempted.delete(trait)
      if (traits.get(trait) === value) return
      traits.set(trait, value)
      onLearn(trait, value)
    },
    all: () => Object.fromEntries(traits)
  }
}

function isValueOf(trait: Trait, value: string): boolean {
  return (TRAITS[trait] as readonly string[]).includes(value)
}

/** How a flag goes over the wire in a given writing. */
export function writeFlag(flag: boolean, writing: 'digits' | 'words'): string {
  if (writing === 'words') return flag ? 'true' : 'false'
  return flag ? '1' : '0'
}

export const otherWriting = (writing: 'digits' | 'words'): 'digits' | 'words' =>
  writing === 'digits' ? 'words' : 'digits'

/** The form of a list that is tried after `form`; null after the last one. */
export function nextResultsForm(
  dialect: Pick<Dialect, 'isRuledOut'>,
  trait: ResultsTrait,
  form: ResultsForm
): ResultsForm | null {
  const others = RESULTS_FORMS.slice(RESULTS_FORMS.indexOf(form) + 1)
  return others.find((other) => !dialect.isRuledOut(trait, other)) ?? null
}
