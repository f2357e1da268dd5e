import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import type { FormField as FieldName } from '../../shared/change.ts'
import { OPTIONAL_FACETS, type OptionalFacet } from '../../shared/image.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '../../shared/limits.ts'
import { countCharacters } from '../../copy/format.ts'
import { fieldLabel, missingText, refusedText } from '../../copy/images.ts'
import { copy } from '../../copy/language.ts'
import { changeForm, useCreate } from '../stores/create-store.ts'
import { Segmented } from '../ui/choices.tsx'
import { type ControlIds, FormField, ListChoice, TextBox, TextLine } from '../ui/form-field.tsx'
import { type FieldProblem, type FormProblems, facetOptions, NOT_CHOSEN, resolutionOptions } from './form-problems.ts'

interface CreateFieldsProps {
  readonly problems: FormProblems
  readonly onLeave: (field: FieldName) => void
}

/** Every field of a create, required ones first. */
export function CreateFields({ problems, onLeave }: CreateFieldsProps) {
  const form = useCreate((state) => state.form)
  const at = (field: FieldName) => ({ field, problem: problems[field] ?? null, onLeave })
  return (
    <>
      <Field {...at('name')} isRequired text={form.name}>
        {(ids) => (
          <TextLine
            ids={ids}
            required
            value={form.name}
            maxLength={MAX_NAME_LENGTH}
            onChange={({ target }) => changeForm({ name: target.value })}
            onKeyDown={keepEnter}
          />
        )}
      </Field>
      <Field {...at('description')} isRequired text={form.description}>
        {(ids) => (
          <TextBox
            ids={ids}
            required
            value={form.description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            onChange={({ target }) => changeForm({ description: target.value })}
          />
        )}
      </Field>
      <Field {...at('resolution')} isRequired isGroup>
        {({ describedBy }) => (
          <Segmented
            label={copy.facets.resolution.label}
            describedBy={describedBy}
            value={form.resolution}
            options={resolutionOptions(form.resolution)}
            onChange={(resolution) => changeForm({ resolution })}
          />
        )}
      </Field>
      {OPTIONAL_FACETS.map((facet) => (
        <FacetField key={facet} {...at(facet)} field={facet} value={form[facet]} />
      ))}
    </>
  )
}

/** Stops Enter in a line from sending the form, because sending costs; Ctrl or Cmd with Enter sends. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

interface FieldProps {
  readonly field: FieldName
  readonly problem: FieldProblem | null
  readonly onLeave: (field: FieldName) => void
  readonly isRequired?: boolean
  readonly isGroup?: boolean
  /** The text whose length is counted. */
  readonly text?: string
  readonly children: (ids: ControlIds) => ReactNode
}

function Field({ field, problem, onLeave, isRequired = false, isGroup = false, text = '', children }: FieldProps) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A window that loses the focus does not leave a field.
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave(field)
  }
  return (
    <div data-field={field} onBlur={leave}>
      <FormField
        label={fieldLabel(field)}
        note={isRequired ? copy.create.required : copy.create.optional}
        count={countText(field, text)}
        error={problem && problemText(field, problem)}
        isGroup={isGroup}
      >
        {children}
      </FormField>
    </div>
  )
}

interface FacetFieldProps extends Pick<FieldProps, 'problem' | 'onLeave'> {
  readonly field: OptionalFacet
  readonly value: string | null
}

function FacetField({ field, value, ...rest }: FacetFieldProps) {
  return (
    <Field field={field} {...rest}>
      {(ids) => (
        <ListChoice
          ids={ids}
          label={fieldLabel(field)}
          searchLabel={copy.create.findValue}
          emptyText={copy.create.noValue}
          value={value ?? NOT_CHOSEN}
          quietValue={NOT_CHOSEN}
          options={facetOptions(field, value)}
          onChange={(chosen) => changeForm({ [field]: chosen === NOT_CHOSEN ? null : chosen })}
        />
      )}
    </Field>
  )
}

/** Returns the length of the text; `null` for an empty field, because a zero is not useful. */
function countText(field: FieldName, text: string): string | null {
  if (text === '' || (field !== 'name' && field !== 'description')) return null
  return copy.create.length(countCharacters(text))
}

function problemText(field: FieldName, problem: FieldProblem): string {
  return problem.kind === 'missing' ? missingText(field) : refusedText(field, problem.text)
}
