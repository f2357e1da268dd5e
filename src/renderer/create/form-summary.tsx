import { FORM_FIELDS, type FormField } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { createCopy, fieldLabel, problemsHeading } from '../copy/create.ts'
import { failureText } from '../copy/failures.ts'
import { useCreate } from '../stores/create-store.ts'
import { Button } from '../ui/button.tsx'
import { isToldByFields, unmatchedTexts } from './form-problems.ts'
import type { FormProblems } from './form-problems.ts'
import styles from './form-summary.module.css'

interface FormSummaryProps {
  readonly problems: FormProblems
  /** Fields that are only missing are listed after sending was tried. */
  readonly hasTried: boolean
  readonly onFocusField: (field: FormField) => void
}

/** What stands against sending, on top of the form: whatever no field can say, and links to those that say it. */
export function FormSummary({ problems, hasTried, onFocusField }: FormSummaryProps) {
  const failure = useCreate((state) => state.failure)
  const texts = failureTexts(failure)
  const fields = FORM_FIELDS.filter((field) => {
    const kind = problems[field]?.kind
    return kind === 'refused' || (kind === 'missing' && hasTried)
  })
  if (texts.length === 0 && fields.length === 0) return null
  return (
    <div className={styles.summary} role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {fields.length > 0 && (
        <p>
          {problemsHeading(fields.length)}
          {fields.map((field) => (
            <Button key={field} look="link" size="small" onClick={() => onFocusField(field)}>
              {fieldLabel[field]}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

function failureTexts(failure: Failure | null): readonly string[] {
  if (failure === null) return []
  if (failure.code === 'unknown-record') return [createCopy.sentMeanwhile]
  return isToldByFields(failure) ? unmatchedTexts(failure) : [failureText(failure, 'images')]
}
