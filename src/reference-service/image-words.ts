/** Names and prompts of generated images. */
import { chanceAt, pickAt } from './chance.ts'
import type { ImageLook } from './image-looks.ts'
import { PROMPT_MOODS, SUBJECTS, TAILS, type Motif } from './motif-words.ts'

const PURPOSE = { subject: 21, hasTail: 22, tail: 23, number: 24, mood: 25 }
const TAIL_SHARE = 0.55
const NUMBER_SHARE = 0.12

/** A name that fits the picture: "Koi pond, late September", "Neon harbour 4". */
export function generatedName(motif: Motif, seed: number, index: number): string {
  const subject = pickAt(SUBJECTS[motif], chanceAt(seed, index, PURPOSE.subject))
  const tailed = chanceAt(seed, index, PURPOSE.hasTail)
  if (tailed < TAIL_SHARE) return `${subject}, ${pickAt(TAILS, chanceAt(seed, index, PURPOSE.tail))}`
  if (tailed > 1 - NUMBER_SHARE) return `${subject} ${2 + Math.floor(chanceAt(seed, index, PURPOSE.number) * 18)}`
  return subject
}

/** The prompt the picture was asked for with. */
export function generatedDescription(
  look: ImageLook,
  motif: Motif,
  at: readonly [seed: number, index: number]
): string {
  const [seed, index] = at
  const subject = pickAt(SUBJECTS[motif], chanceAt(seed, index, PURPOSE.subject))
  const wishes = [look.style, look.medium].filter((wish) => wish !== null).map((wish) => wish.replaceAll('_', ' '))
  return [subject, ...wishes, pickAt(PROMPT_MOODS, chanceAt(seed, index, PURPOSE.mood))].join(', ')
}
