import { type SubmitEvent, useRef, useState } from 'react'
import { readHost } from '../../shared/address.ts'
import { MAX_PICTURE_HOSTS } from '../../shared/preferences.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { valueOrReport } from '../commands/batch-commands.ts'
import { copy } from '../../copy/language.ts'
import { keyText } from '../../copy/status.ts'
import { useNow } from '../frame/use-window.ts'
import { runHostChange, usePictureHosts } from '../stores/preferences-store.ts'
import { useConnection } from '../stores/sync-store.ts'
import { openConnectionQuestion, closeSettings, type ConnectionQuestion } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings-dialog.module.css'

/** The address of each group, and when its key was saved; never the key itself. */
export function ConnectionSection() {
  const isSample = useConnection((state) => state.connection?.isSample === true)
  return (
    <section className={styles.section} aria-labelledby="settings-connection">
      <h3 id="settings-connection">{copy.settings.connection}</h3>
      {isSample ? (
        <p className={styles.lead}>{copy.settings.sample}</p>
      ) : (
        <>
          {GROUPS.map((group) => (
            <GroupRow key={group} group={group} />
          ))}
          <PictureHosts />
        </>
      )}
    </section>
  )
}

function GroupRow({ group }: { readonly group: Group }) {
  const connection = useConnection((state) => state.connection?.[group] ?? null)
  const now = useNow()
  if (connection === null) return null
  const hasKey = connection.key !== 'absent'
  const label = copy.connect.groups[group]
  return (
    <div className={styles.group}>
      <h4>{label}</h4>
      <dl className={styles.facts}>
        <dt>{copy.settings.address}</dt>
        <dd>
          <bdi>{connection.address}</bdi>
        </dd>
        <dt>{copy.settings.key}</dt>
        <dd>{keyText(connection, now)}</dd>
      </dl>
      <div className={styles.buttons}>
        <AskButton label={copy.settings.editAddress} question={{ kind: 'edit-address', group, proposed: null }} />
        <AskButton
          label={hasKey ? copy.settings.replaceKey : copy.settings.enterKey}
          question={{ kind: 'enter-key', group }}
        />
        {hasKey && <AskButton label={copy.settings.removeKey} question={{ kind: 'remove-key', group }} />}
      </div>
    </div>
  )
}

/** The dialog replaces Settings, because only one dialog can be open. */
function AskButton({ label, question }: { readonly label: string; readonly question: ConnectionQuestion }) {
  const open = (): void => {
    closeSettings()
    openConnectionQuestion(question)
  }
  return (
    <Button
      variant="box"
      size="small"
      aria-label={copy.settings.ofGroup(label, copy.connect.groups[question.group])}
      onClick={open}
    >
      {label}
    </Button>
  )
}

/** Private hosts whose previews load although the service is public: a list to add to and remove from. */
function PictureHosts() {
  const input = useRef<HTMLInputElement>(null)
  const hosts = usePictureHosts((state) => state.hosts)
  const [error, setError] = useState<string | null>(null)

  const add = (event: SubmitEvent): void => {
    event.preventDefault()
    const host = readHost(input.current?.value ?? '')
    const problem = problemOf(host, hosts)
    setError(problem)
    if (host === null || problem !== null) return input.current?.focus()
    if (input.current !== null) input.current.value = ''
    void changeHosts((now) => [...now.filter((one) => one !== host), host])
  }
  const remove = (host: string): void => {
    // The button with the focus disappears, so the field takes the focus.
    input.current?.focus()
    void changeHosts((now) => now.filter((one) => one !== host))
  }

  return (
    <div className={styles.group}>
      <h4>{copy.settings.hosts}</h4>
      <p className={styles.lead}>{copy.settings.hostsLead}</p>
      {hosts.length > 0 && (
        <ul className={styles.hosts}>
          {hosts.map((host) => (
            <li key={host}>
              <bdi>{host}</bdi>
              <Button
                variant="box"
                size="small"
                aria-label={copy.settings.ofGroup(copy.settings.removeHost, host)}
                onClick={() => remove(host)}
              >
                {copy.settings.removeHost}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.hostForm} onSubmit={add}>
        <TextField ref={input} label={copy.settings.host} error={error} />
        <Button variant="box" size="small" type="submit">
          {copy.settings.allowHost}
        </Button>
      </form>
    </div>
  )
}

function problemOf(host: string | null, hosts: readonly string[]): string | null {
  if (host === null) return copy.settings.hostInvalid
  return hosts.length < MAX_PICTURE_HOSTS ? null : copy.settings.hostsFull(MAX_PICTURE_HOSTS)
}

const changeHosts = (change: (now: readonly string[]) => readonly string[]): Promise<void> =>
  runHostChange(async () => {
    const hosts = change(usePictureHosts.getState().hosts)
    valueOrReport(await bridge.setPreferences({ pictureHosts: hosts }))
    // Main uses the new list even if it could not write its file.
    usePictureHosts.setState({ hosts })
  })
