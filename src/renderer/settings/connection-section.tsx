import { type SubmitEvent, useRef, useState } from 'react'
import { readHost } from '../../shared/address.ts'
import { MAX_PICTURE_HOSTS } from '../../shared/preferences.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { valueOrReport } from '../commands/batch-commands.ts'
import { groupLabel } from '../../copy/connect.ts'
import { keyText, ofGroup, settingsCopy } from '../../copy/settings.ts'
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
      <h3 id="settings-connection">{settingsCopy.connection}</h3>
      {isSample ? (
        <p className={styles.lead}>{settingsCopy.sample}</p>
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
  const label = groupLabel[group]
  return (
    <div className={styles.group}>
      <h4>{label}</h4>
      <dl className={styles.facts}>
        <dt>{settingsCopy.address}</dt>
        <dd>
          <bdi>{connection.address}</bdi>
        </dd>
        <dt>{settingsCopy.key}</dt>
        <dd>{keyText(connection, now)}</dd>
      </dl>
      <div className={styles.buttons}>
        <AskButton label={settingsCopy.editAddress} question={{ kind: 'edit-address', group, proposed: null }} />
        <AskButton
          label={hasKey ? settingsCopy.replaceKey : settingsCopy.enterKey}
          question={{ kind: 'enter-key', group }}
        />
        {hasKey && <AskButton label={settingsCopy.removeKey} question={{ kind: 'remove-key', group }} />}
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
    <Button look="box" size="small" aria-label={ofGroup(label, groupLabel[question.group])} onClick={open}>
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
      <h4>{settingsCopy.hosts}</h4>
      <p className={styles.lead}>{settingsCopy.hostsLead}</p>
      {hosts.length > 0 && (
        <ul className={styles.hosts}>
          {hosts.map((host) => (
            <li key={host}>
              <bdi>{host}</bdi>
              <Button
                look="box"
                size="small"
                aria-label={ofGroup(settingsCopy.removeHost, host)}
                onClick={() => remove(host)}
              >
                {settingsCopy.removeHost}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.hostForm} onSubmit={add}>
        <TextField ref={input} label={settingsCopy.host} error={error} />
        <Button look="box" size="small" type="submit">
          {settingsCopy.allowHost}
        </Button>
      </form>
    </div>
  )
}

function problemOf(host: string | null, hosts: readonly string[]): string | null {
  if (host === null) return settingsCopy.hostInvalid
  return hosts.length < MAX_PICTURE_HOSTS ? null : settingsCopy.hostsFull
}

const changeHosts = (change: (now: readonly string[]) => readonly string[]): Promise<void> =>
  runHostChange(async () => {
    const hosts = change(usePictureHosts.getState().hosts)
    valueOrReport(await bridge.setPreferences({ pictureHosts: hosts }))
    // Main uses the new list even if it could not write its file.
    usePictureHosts.setState({ hosts })
  })
