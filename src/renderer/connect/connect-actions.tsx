import { connectCopy } from '../copy/connect.ts'
import { Button } from '../ui/button.tsx'
import { SampleLink } from './sample-link.tsx'
import type { Connect } from './use-connect.ts'
import styles from './connect-screen.module.css'

/** Test, then connect; connecting untested is allowed, for those who set up without a network. */
export function ConnectActions({ connect }: { readonly connect: Connect }) {
  const { phase, test } = connect.state
  const isBusy = phase !== 'editing'
  return (
    <div className={styles.actions}>
      <SampleLink isDisabled={isBusy} />
      <Button look="box" isDisabled={isBusy} onClick={connect.test}>
        {phase === 'testing' ? connectCopy.testing : test === null ? connectCopy.test : connectCopy.testAgain}
      </Button>
      <Button look="accent" isDisabled={isBusy} onClick={() => connect.connect('keychain')}>
        {phase === 'connecting' ? connectCopy.connecting : connectCopy.connect}
      </Button>
    </div>
  )
}
