/** What the sentences of failures are made of. */
import type { Failure } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'

export interface FailureSentence {
  /** Without a full stop: it may be a title. */
  readonly headline: string
  readonly body: string
}

/** Names that others gave are set apart, so that their direction and length change nothing around them. */
export const named = (name: string): string => `“\u2068${name}\u2069”`

/** What the sentence is about: a group of the service, or the library as a whole. */
export type FailureSubject = Group | 'library'

export type Sentence = (failure: Failure, subject: FailureSubject) => FailureSentence

/** The service at the start of a sentence. */
export const service: Readonly<Record<FailureSubject, string>> = {
  images: 'The images service',
  projects: 'The projects service',
  library: 'The service'
}

export const host = (failure: Failure): string => failure.host ?? 'the service'
export const quoted = (text: string | undefined): string => (text ? `“${text}”` : '')

/** What it refused is what we sent along, not what the person asked for. */
export const isAboutResults = ({ fields }: Failure): boolean => fields !== undefined && 'results' in fields

/** What the service said in its own words, in quotation marks; '' for nothing. */
export const saidText = (failure: Failure): string => quoted(fieldTexts(failure) || failure.detail)

function fieldTexts(failure: Failure): string {
  return Object.values(failure.fields ?? {})
    .flat()
    .join(' ')
}
