/** Puts together what sends a group's part of the outbox, and what looks up what became of it. */
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'
import { CreateLooks } from './create-looks.ts'
import { CreatePush } from './create-push.ts'
import type { Sending } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { Lookup } from './lookup.ts'
import { NameRead } from './name-read.ts'
import { ProjectLookup } from './project-lookup.ts'
import { Push } from './push.ts'
import { ALWAYS_FRESH, createFreshness, Refresh } from './refresh.ts'
import { NO_TRIAL, Trial } from './trial.ts'

/** Images: stars, names, deletions and creates. Projects: deletions, one at a time. */
export function createSending(parts: Parts): Sending {
  return parts.group === 'images' ? imagesSending(parts) : projectsSending(parts)
}

function imagesSending(parts: Parts): Sending {
  const trial = new Trial(parts, () => push.wake())
  const push = new Push({
    ...parts,
    trial,
    atOnce: MAX_REQUESTS_PER_HOST,
    lookup: new Lookup(parts),
    freshness: createFreshness({ pages: new Refresh(parts), names: new NameRead(parts) }),
    onHeld: parts.onStatus
  })
  const creates = new CreatePush({ ...parts, looks: new CreateLooks(parts) })
  return {
    wake: () => {
      push.wake()
      creates.wake()
    },
    resume: () => {
      push.resume()
      creates.wake()
    },
    isChecking: () => trial.isChecking(),
    close: () => {
      push.close()
      creates.close()
    }
  }
}

function projectsSending(parts: Parts): Sending {
  const push = new Push({
    ...parts,
    atOnce: 1,
    lookup: new ProjectLookup(parts),
    freshness: ALWAYS_FRESH,
    trial: NO_TRIAL,
    onHeld: parts.onStatus
  })
  return {
    wake: () => push.wake(),
    resume: () => push.resume(),
    isChecking: () => false,
    close: () => push.close()
  }
}
