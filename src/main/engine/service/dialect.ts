/**
 * What a group's service was found to speak, learned from its own answers and remembered per group. Never learned
 * by a paid create nor by a write that nobody asked for.
 */

/** Every trait with its values; the first is what is tried while nothing is known. */
const TRAITS = {
  /** How `favorite` is written in an update: 1/0 or true/false. */
  'update.boolean': ['digits', 'words'],
  /** How the favorite filter of the list is written; `ignored`: neither had an effect. */
  'filter.boolean': ['digits', 'words', 'ignored'],
  'update.method': ['PUT', 'PATCH'],
  /** Which answers carry `results`: the list too, only a single record, or none seen so far. */
  'results.carrier': ['never', 'show', 'list'],
  'page.selection': ['page', 'cursor']
} as const

export type Trait = keyof typeof TRAITS
export type TraitValue<T extends Trait> = (typeof TRAITS)[T][number]

export interface Dialect {
  /** What was learned, or what is tried first. */
  readonly get: <T extends Trait>(trait: T) => TraitValue<T>
  /** null until an answer has shown it. */
  readonly known: <T extends Trait>(trait: T) => TraitValue<T> | null
  readonly learn: <T extends Trait>(trait: T, value: TraitValue<T>) => void
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
  for (const trait of Object.keys(TRAITS) as Trait[]) {
    const value = Object.hasOwn(kept, trait) ? kept[trait] : undefined
    if (value !== undefined && isValueOf(trait, value)) traits.set(trait, value)
  }
  // The map holds only values that isValueOf or the type of learn let in.
  const known = <T extends Trait>(trait: T) => (traits.get(trait) ?? null) as TraitValue<T> | null
  return {
    known,
    get: (trait) => known(trait) ?? TRAITS[trait][0],
    learn: (trait, value) => {
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
