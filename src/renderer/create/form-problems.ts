/** What is wrong with the form, field by field: what is missing, and what the service refused. Pure. */
import { type CreateForm, FORM_FIELDS, type FormField } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { LOOK_VALUES, type OptionalLook } from '../../shared/image.ts'
import { createCopy } from '../copy/create.ts'
import { valueLabel } from '../copy/looks.ts'

/** `missing`: a required field is empty. `refused`: the service's own words. */
export type FieldProblem = { readonly kind: 'missing' } | { readonly kind: 'refused'; readonly text: string }
export type FormProblems = Readonly<Partial<Record<FormField, FieldProblem>>>

const REQUIRED: readonly FormField[] = ['name', 'description', 'resolution']

/** What a service said of a form, and of which form. */
interface Refusal {
  readonly failure: Failure | null
  readonly refusedForm: CreateForm | null
}

/** Every field with a problem. A field that was changed since the service refused it has none of that kind any more. */
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

/** The first field, in the order of the screen, without which nothing is sent; null = it may go. */
export function firstMissing(problems: FormProblems): FormField | null {
  return FORM_FIELDS.find((field) => problems[field]?.kind === 'missing') ?? null
}

/** What shows now: a missing field only once it was left; `left` null = all of them, sending was tried. */
export function shownProblems(problems: FormProblems, left: ReadonlySet<FormField> | null): FormProblems {
  const shown: Partial<Record<FormField, FieldProblem>> = {}
  for (const field of FORM_FIELDS) {
    const problem = problems[field]
    if (problem?.kind === 'refused' || (problem && (left === null || left.has(field)))) shown[field] = problem
  }
  return shown
}

/** What the service said of fields that the form does not have. */
export function unmatchedTexts(failure: Failure | null): readonly string[] {
  const known: readonly string[] = FORM_FIELDS
  return Object.entries(failure?.fields ?? {}).flatMap(([field, texts]) => (known.includes(field) ? [] : texts))
}

/** The failure is told by its fields alone, so it needs no sentence of its own. */
export function isToldByFields(failure: Failure): boolean {
  return Object.values(failure.fields ?? {}).some((texts) => texts.length > 0)
}

// The choices of the form's lists, as they stand on screen. Pure.

interface LookOption {
  readonly value: string
  readonly label: string
}

/** Stands for "not chosen" in a list; no value of the interface is empty. */
export const NOT_CHOSEN = ''

/** "None", then every value by its label. A chosen value that this version does not know stays a choice. */
export function lookOptions(look: OptionalLook, chosen: string | null): readonly LookOption[] {
  const options = withChosen(LOOK_VALUES[look], chosen).map((value) => ({ value, label: valueLabel(look, value) }))
  const sorted = options.toSorted((one, other) => one.label.localeCompare(other.label))
  return [{ value: NOT_CHOSEN, label: createCopy.none }, ...sorted]
}

/** By size; an unknown one that is chosen comes last. */
export function resolutionOptions(chosen: string): readonly LookOption[] {
  return withChosen(LOOK_VALUES.resolution, chosen).map((value) => ({ value, label: valueLabel('resolution', value) }))
}

function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || chosen === NOT_CHOSEN || values.includes(chosen) ? values : [...values, chosen]
}
