import { connectCopy } from '../copy/connect.ts'
import { failureText } from '../copy/failures.ts'
import { pastedKey } from '../frame/pasted-key.ts'
import { SecretField } from '../ui/secret-field.tsx'
import { Tickbox } from '../ui/tickbox.tsx'
import { AddressField } from './address-field.tsx'
import type { FieldName } from './connect-form.ts'
import type { ConnectState } from './connect-state.ts'
import type { Connect } from './use-connect.ts'
import styles from './connect-screen.module.css'

const secretWords = { showLabel: connectCopy.show, hideLabel: connectCopy.hide, cleanPasted: pastedKey }

/** The fields, in the order in which an account page lists them. */
export function ConnectFields({ connect }: { readonly connect: Connect }) {
  const { state, dispatch, fields } = connect
  const onKeyEdit = () => dispatch({ type: 'key-edited' })
  return (
    <div className={styles.fields}>
      <AddressField connect={connect} group="images" />
      <SecretField
        {...secretWords}
        label={connectCopy.key}
        inputRef={fields.imagesKey}
        error={fieldError(state, 'imagesKey')}
        onEdit={onKeyEdit}
      />
      <AddressField connect={connect} group="projects" />
      <div className={styles.sharing}>
        <Tickbox isTicked={state.sharesKey} onChange={(sharesKey) => dispatch({ type: 'sharing-chosen', sharesKey })}>
          {connectCopy.sameKey}
        </Tickbox>
        {!state.sharesKey && (
          <SecretField
            {...secretWords}
            label={connectCopy.projectsKey}
            inputRef={fields.projectsKey}
            error={fieldError(state, 'projectsKey')}
            onEdit={onKeyEdit}
          />
        )}
      </div>
    </div>
  )
}

/** A key that is missing or no key says so at its field; what the service answered is said under the table. */
function fieldError(state: ConnectState, field: FieldName): string | null {
  const { problem } = state
  if (problem === null || problem.field !== field) return null
  if (problem.failure.code !== 'key-missing' && problem.failure.code !== 'key-malformed') return ''
  return failureText(problem.failure, problem.group)
}
