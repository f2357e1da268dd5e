import { GROUPS, type Group } from '../../shared/sync-status.ts'
import { groupLabel } from '../copy/connect.ts'
import { keyText, ofGroup, settingsCopy } from '../copy/settings.ts'
import { useNow } from '../frame/use-now.ts'
import { askAboutConnection, type ConnectionQuestion } from '../stores/connection-dialogs.ts'
import { useConnection } from '../stores/connection-store.ts'
import { closeSettings } from '../stores/settings-store.ts'
import { Button } from '../ui/button.tsx'
import { PictureHosts } from './picture-hosts.tsx'
import styles from './settings-dialog.module.css'

/** Where each group is, and when its key was saved; never the key itself. */
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

/** The question takes the place of the settings: only one of them holds the window. */
function AskButton({ label, question }: { readonly label: string; readonly question: ConnectionQuestion }) {
  const ask = (): void => {
    closeSettings()
    askAboutConnection(question)
  }
  return (
    <Button look="box" size="small" aria-label={ofGroup(label, groupLabel[question.group])} onClick={ask}>
      {label}
    </Button>
  )
}
