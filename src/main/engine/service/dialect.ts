/**
 * Holds the dialect of a group's service, learned from its responses and remembered per group. Never learned from a
 * paid create, nor from a write that the user did not request.
 */
import type { ResultsTrait } from './results-carrier.ts'

/** How a list may be encoded in a body, in the order in which encodings are tried. */
export const RESULTS_FORMS = ['brackets', 'numbered', 'json', 'repeated'] as const
export type ResultsForm = (typeof RESULTS_FORMS)[number]

/** Paths of a list in a response, in the order in which they are tried. Never `links`, which is a list too. */
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

/** Every trait with its values; the first is the default while nothing is known. */
const TRAITS = {
  /** Encoding of `favorite` in an update: 1/0 or true/false. */
  'update.boolean': ['digits', 'words'],
  /** Encoding of the favorite filter of the list; `ignored`: neither had an effect. */
  'filter.boolean': ['digits', 'words', 'ignored'],
  'update.method': ['PUT', 'PATCH'],
  /** PUT, PATCH and DELETE unchanged, or as POST with `_method` if a host accepts nothing else. */
  verbs: ['own', 'spoofed'],
  /** Which responses contain `results`: the list too, only a single record, or none so far. */
  'results.carrier': ['never', 'show', 'list'],
  /**
   * Encoding of the list `results` in an update: `results[]=x`, `results[0]=x`, a JSON body, `results=x` repeated.
   * Separate by length, because a service that keeps one item of a list may lose others of three, and an empty list
   * cannot be encoded.
   */
  'results.none': RESULTS_FORMS,
  'results.one': RESULTS_FORMS,
  'results.many': RESULTS_FORMS,
  /** Whether an update includes the current name, because some services clear the name on a PUT without it. */
  'update.name': ['absent', 'sent'],
  'page.selection': ['page', 'cursor'],
  /** The number of the service's first page. */
  'page.first': ['one', 'zero'],
  /** Path of the list in a response; `root`: the response is the list. Determined each time, stored for reports. */
  'list.place': LIST_PLACES,
  /** The key in the address of a project's deletion. `name` is learned if an attempt with the id was inconclusive. */
  'projects.key': ['name', 'id'],
  /** The response to a delete: a confirmation, `deleted`, the record, or nothing. Stored for reports. */
  'delete.response': ['flag', 'word', 'record', 'empty'],
  /**
   * Headers with rate limits: `X-RateLimit-*`, the same without `X-`, or the items of `RateLimit`. Stored for reports.
   */
  'rate.headers': ['x-ratelimit', 'ratelimit', 'items']
} as const

export type Trait = keyof typeof TRAITS
export const TRAIT_NAMES = Object.keys(TRAITS) as readonly Trait[] // the keys of a constant
export type TraitValue<T extends Trait> = (typeof TRAITS)[T][number]

export interface Dialect {
  /** Returns the attempted value, else the learned one, else the default. */
  readonly get: <T extends Trait>(trait: T) => TraitValue<T>
  /** Returns `null` until a response has shown the value. */
  readonly known: <T extends Trait>(trait: T) => TraitValue<T> | null
  readonly learn: <T extends Trait>(trait: T, value: TraitValue<T>) => void
  /**
   * Uses a value that may do harm until it is learned; `null` = the learned value again. Not stored, so a restart
   * begins again.
   */
  readonly attempt: <T extends Trait>(trait: T, value: TraitValue<T> | null) => void
  readonly isAttempted: (trait: Trait) => boolean
  /**
   * Notes the attempted value of a record's update. Not stored, so nothing is learned about updates of an earlier run.
   */
  readonly noteUsed: <T extends Trait>(trait: T, value: TraitValue<T>, id: string) => void
  /** Returns the attempted value of the last update if it was for this record, else `null`. */
  readonly usedFor: <T extends Trait>(trait: T, id: string) => TraitValue<T> | null
  /** Excludes a harmful value from further attempts. Not stored either. */
  readonly ruleOut: <T extends Trait>(trait: T, value: TraitValue<T>) => void
  readonly isRuledOut: <T extends Trait>(trait: T, value: TraitValue<T>) => boolean
  /** Returns all learned values, for diagnostics and storage. */
  readonly all: () => Readonly<Record<string, string>>
}

/**
 * Creates a dialect from stored values. `onLearn` is called for each new or changed trait, so that it can be stored.
 * Traits and values unknown to this version are ignored, but kept in the store.
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

/** Encodes a flag. */
export function writeFlag(flag: boolean, writing: 'digits' | 'words'): string {
  if (writing === 'words') return flag ? 'true' : 'false'
  return flag ? '1' : '0'
}

export const otherWriting = (writing: 'digits' | 'words'): 'digits' | 'words' =>
  writing === 'digits' ? 'words' : 'digits'

/** Returns the encoding of a list to try after `form`; `null` after the last one. */
export function nextResultsForm(
  dialect: Pick<Dialect, 'isRuledOut'>,
  trait: ResultsTrait,
  form: ResultsForm
): ResultsForm | null {
  const others = RESULTS_FORMS.slice(RESULTS_FORMS.indexOf(form) + 1)
  return others.find((other) => !dialect.isRuledOut(trait, other)) ?? null
}
