import { type RefObject, useState } from 'react'
import { type AddressReading, normalizeAddress } from '../../shared/address.ts'
import type { Group } from '../../shared/sync-status.ts'
import { failureText } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { pastedKey } from '../frame/connection-input.ts'
import { Button } from '../ui/button.tsx'
import { Tickbox } from '../ui/choices.tsx'
import { SecretField, TextField } from '../ui/text-field.tsx'
import type { FieldName } from './connect-form.ts'
import type { ConnectState } from './connect-state.ts'
import type { Connect } from './use-connect.ts'
import styles from './connect-screen.module.css'

const secretWords = () => ({
  showLabel: copy.connect.show,
  hideLabel: copy.connect.hide,
  cleanPasted: pastedKey
})

/** The fields, in the order in which an account page lists them. */
export function ConnectFields({ connect }: { readonly connect: Connect }) {
  const { state, dispatch, fields } = connect
  const onKeyEdit = () => dispatch({ type: 'key-edited' })
  return (
    <div className={styles.fields}>
      <AddressField connect={connect} group="images" />
      <SecretField
        {...secretWords()}
        label={copy.connect.key}
        inputRef={fields.imagesKey}
        error={fieldError(state, 'imagesKey')}
        onEdit={onKeyEdit}
      />
      <AddressField connect={connect} group="projects" />
      <div className={styles.sharing}>
        <Tickbox isTicked={state.sharesKey} onChange={(sharesKey) => dispatch({ type: 'sharing-chosen', sharesKey })}>
          {copy.connect.sameKey}
        </Tickbox>
        {!state.sharesKey && (
          <SecretField
            {...secretWords()}
            label={copy.connect.projectsKey}
            inputRef={fields.projectsKey}
            error={fieldError(state, 'projectsKey')}
            onEdit={onKeyEdit}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Returns the message at a key field. It is empty, which only marks the field, unless the key is missing or malformed:
 * the response of the service is shown below the table.
 */
function fieldError(state: ConnectState, field: FieldName): string | null {
  const { problem } = state
  if (problem === null || problem.field !== field) return null
  if (problem.failure.code !== 'key-missing' && problem.failure.code !== 'key-malformed') return ''
  return failureText(problem.failure, problem.group)
}

const addressCopy = () =>
  ({
    images: { label: copy.connect.imagesAddress, placeholder: copy.connect.addressPlaceholder, field: 'imagesAddress' },
    projects: { label: copy.connect.projectsAddress, placeholder: copy.connect.sameAsImages, field: 'projectsAddress' }
  }) as const

/** An address field that shows the resulting request URL live. */
function AddressField({ connect, group }: { readonly connect: Connect; readonly group: Group }) {
  const { state, dispatch, fields } = connect
  const { label, placeholder, field } = addressCopy()[group]
  const text = state[field]
  const [isLeft, setLeft] = useState(false)
  const reading = text.trim() === '' ? null : normalizeAddress(text, group)
  const isProblem = state.problem?.field === field
  const shown = isProblem && state.problem?.failure.code.startsWith('address-') ? state.problem.failure : null
  const failure = shown ?? (isLeft && reading !== null && !reading.ok ? reading.failure : null)
  return (
    <TextField
      ref={fields[field]}
      label={label}
      placeholder={placeholder}
      inputMode="url"
      value={text}
      onChange={(event) => dispatch({ type: 'address-edited', field, text: event.target.value })}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      error={failure ? failureText(failure, group) : isProblem ? '' : null}
      help={
        reading?.ok && (
          <AddressHelp
            reading={reading}
            movedTo={state.test?.[group].movedTo ?? null}
            isAccepted={state.isInsecureAccepted}
            acceptRef={fields.anyway}
            onAccept={() => dispatch({ type: 'insecure-accepted' })}
          />
        )
      }
    />
  )
}

interface AddressHelpProps {
  readonly reading: AddressReading & { readonly ok: true }
  readonly movedTo: string | null
  readonly isAccepted: boolean
  readonly acceptRef: RefObject<HTMLButtonElement | null>
  readonly onAccept: () => void
}

function AddressHelp({ reading, movedTo, isAccepted, acceptRef, onAccept }: AddressHelpProps) {
  return (
    <>
      <p>
        {copy.connect.requestsGoTo} <code>{reading.display}</code>
      </p>
      {movedTo !== null && (
        <p>
          {copy.connect.movedTo} <code>{movedTo}</code>
        </p>
      )}
      {reading.isInsecure && (
        <div className={styles.insecure}>
          <p>{isAccepted ? copy.connect.acceptedInsecure : copy.connect.notEncrypted}</p>
          {!isAccepted && (
            <Button ref={acceptRef} variant="box" size="small" onClick={onAccept}>
              {copy.connect.insecureAnyway}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
