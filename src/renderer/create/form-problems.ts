/** The problems of the form, field by field: missing values, and refusals by the service. Pure. */
import { type CreateForm, FORM_FIELDS, type FormField } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { FACET_VALUES, type OptionalFacet } from '../../shared/image.ts'
import { compareTexts } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { valueLabel } from '../../copy/names.ts'

/** `missing`: a required field is empty. `refused`: the message of the service. */
export type FieldProblem = { readonly kind: 'missing' } | { readonly kind: 'refused'; readonly text: string }
export type FormProblems = Readonly<Partial<Record<FormField, FieldProblem>>>

const REQUIRED: readonly FormField[] = ['name', 'description', 'resolution']

/** A refusal by the service, and the form it refused. */
interface Refusal {
  readonly failure: Failure | null
  readonly refusedForm: CreateForm | null
}

/** Returns the problems by field. A field that changed since the refusal is no longer refused. */
export function formProblems(form: CreateForm, refusal: Refusal): FormProblems {
  const problems: Partial<Record<FormField, FieldProblem>> = {}
  for (const field of FORM_FIELDS) {
    const problem = missing(form, field) ?? refused(form, field, refusal)
    if (problem !== null) problems[field] = problem
  }
  return problems
}

function missing(form: CreateForm, field: FormField): FieldProblem | null {
  return REQUIRED.includes(field) && (form[field] ?? '').trim() === '' ? { kind: 'missing' } : null
}

function refused(form: CreateForm, field: FormField, { failure, refusedForm }: Refusal): FieldProblem | null {
  const text = (failure?.fields?.[field] ?? []).join(' ')
  return text === '' || refusedForm?.[field] !== form[field] ? null : { kind: 'refused', text }
}

/** Returns the first required field without a value, in the order of the screen; `null` if the form can be sent. */
export function firstMissing(problems: FormProblems): FormField | null {
  return FORM_FIELDS.find((field) => problems[field]?.kind === 'missing') ?? null
}

/**
 * Returns the problems to show: a missing field only after it was left. `left`: `null` shows all, after an attempt to
 * send.
 */
export function shownProblems(problems: FormProblems, left: ReadonlySet<FormField> | null): FormProblems {
  const shown: Partial<Record<FormField, FieldProblem>> = {}
  for (const field of FORM_FIELDS) {
    const problem = problems[field]
    if (problem?.kind === 'refused' || (problem && (left === null || left.has(field)))) shown[field] = problem
  }
  return shown
}

/** Returns the messages of the service about fields that the form does not have. */
export function unmatchedTexts(failure: Failure | null): readonly string[] {
  const known: readonly string[] = FORM_FIELDS
  return Object.entries(failure?.fields ?? {}).flatMap(([field, texts]) => (known.includes(field) ? [] : texts))
}

/** Returns whether messages of fields describe the failure, so that it needs no sentence of its own. */
export function isShownAtFields(failure: Failure): boolean {
  return Object.values(failure.fields ?? {}).some((texts) => texts.length > 0)
}

// The options of the form’s lists, as shown. Pure.

interface FacetOption {
  readonly value: string
  readonly label: string
}

/** The value of “not chosen” in a list; no value of the interface is empty. */
export const NOT_CHOSEN = ''

/** Returns “None”, then every value by its label. A chosen value that this version does not know stays an option. */
export function facetOptions(facet: OptionalFacet, chosen: string | null): readonly FacetOption[] {
  const options = withChosen(FACET_VALUES[facet], chosen).map((value) => ({ value, label: valueLabel(facet, value) }))
  const sorted = options.toSorted((one, other) => compareTexts(one.label, other.label))
  return [{ value: NOT_CHOSEN, label: copy.create.none }, ...sorted]
}

/** Returns the resolutions by size; an unknown chosen one comes last. */
export function resolutionOptions(chosen: string): readonly FacetOption[] {
  return withChosen(FACET_VALUES.resolution, chosen).map((value) => ({ value, label: valueLabel('resolution', value) }))
}

function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || chosen === NOT_CHOSEN || values.includes(chosen) ? values : [...values, chosen]
}
