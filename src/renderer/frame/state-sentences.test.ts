/**
 * Every combination of state sentences that can be on screen together, for every state: no two contradict each other.
 */
import { describe, expect, it } from 'vitest'
import { groupStatus, receipt, status } from '../../../test/helpers/status-samples.ts'
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { saidOf, sendTime } from '../../shared/said.ts'
import { GROUPS, type GroupState, type GroupStatus } from '../../shared/sync-status.ts'
import { copy } from '../../copy/language.ts'
import { stageText } from '../../copy/record-changes.ts'
import { connectionLabel } from '../../copy/status.ts'
import { chooseBanner } from './banner-choice.ts'
import { jobLine } from './job-line.ts'
import { stateLine } from './state-line.ts'

const STATES = [
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'offline',
  'not-responding',
  'rate-limited',
  'signed-out',
  'no-access',
  'stopped'
] as const satisfies readonly GroupState[]
const KEYS: readonly KeyState[] = ['stored', 'session', 'absent', 'locked', 'denied', 'timed-out', 'unavailable']
const MINUTE = 60_000

const groups: readonly GroupStatus[] = [
  ...STATES.map((state) => groupStatus({ state, respondedAt: 1, failure: failureOf(state) })),
  groupStatus({ state: 'idle' }),
  groupStatus({ state: 'offline', respondedAt: 1, failure: { code: 'host-not-found' } }),
  groupStatus({ state: 'signed-out', failure: { code: 'key-missing' } })
]

function failureOf(state: GroupState): Failure | null {
  if (state === 'offline') return { code: 'offline' }
  return state === 'signed-out' ? { code: 'unauthorized' } : null
}

function connectionOf(key: KeyState, projects: string): ConnectionSummary {
  const group = (address: string) => ({ address, key, keySavedAt: 0 })
  return {
    id: 'library',
    name: 'images.example.org',
    images: group('https://images.example.org'),
    projects: group(projects),
    sharesKey: true,
    isSample: false
  }
}

/** Returns what is on screen at one moment. */
function screenOf(
  images: GroupStatus,
  projects: GroupStatus,
  rest: { key: KeyState; isPaused: boolean; host: string }
) {
  const running = [receipt()]
  const facts = {
    status: status({ images, projects, running, waiting: 669, isPaused: rest.isPaused }),
    connection: connectionOf(rest.key, rest.host),
    ends: new Map([[14, 5 * MINUTE]])
  }
  return {
    words: GROUPS.map((group) => connectionLabel(saidOf(facts, group))),
    line: stateLine(facts, MINUTE).text,
    job: jobLine(facts, MINUTE)?.parts.join() ?? '',
    banner: chooseBanner(facts.status, facts.connection, { now: MINUTE, dismissed: new Set() })?.headline ?? '',
    made: copy.create.made[sendTime(facts, 'images')]('Pear'),
    stage: stageText('create-sending', sendTime(facts, 'images')),
    isPaused: rest.isPaused,
    key: rest.key
  }
}

const screens = groups.flatMap((images) =>
  groups.flatMap((projects) =>
    KEYS.flatMap((key) =>
      [true, false].flatMap((isPaused) =>
        ['https://images.example.org/p', 'https://projects.example.org'].map((host) =>
          screenOf(images, projects, { key, isPaused, host })
        )
      )
    )
  )
)
type Screen = (typeof screens)[number]

const isOffline = ({ words, line }: Screen): boolean =>
  words.includes(copy.status.offline) || /^(Projects: )?Offline/.test(line)

describe('all sentences on screen at one moment', () => {
  it.each<readonly [string, (screen: Screen) => boolean]>([
    [
      '“Connected” never stands beside “Offline”',
      (screen) => isOffline(screen) && screen.words.includes(copy.status.connected)
    ],
    [
      'a locked key is called locked by foot, status bar and bar alike',
      ({ key, isPaused, banner, line, words }) =>
        key === 'locked' &&
        (banner !== copy.banners.keyLocked ||
          words.some((word) => word !== copy.status.keychainLocked) ||
          (!isPaused && line !== copy.status.keychainLocked))
    ],
    [
      'foot and status bar ask for a key alike, and neither while the other connects',
      ({ isPaused, line, words: [images = ''] }) =>
        !isPaused &&
        ((images === copy.status.keyNeeded) !== (line === copy.status.keyNeeded) ||
          (images === copy.status.connecting && /^(?!Projects).*key/i.test(line)))
    ],
    [
      '“API key needed” is said of an absent key alone',
      ({ words, banner }) => words.includes(copy.status.keyNeeded) && banner !== copy.banners.keyAbsent
    ],
    [
      'nothing is being created while offline',
      ({ line, made, stage }) =>
        line.startsWith(copy.status.offline) &&
        (made.includes('being created') || stage === copy.create.stages['create-sending'])
    ],
    [
      'nothing is being created at once while paused',
      ({ isPaused, made }) => isPaused && made.includes('being created')
    ],
    ['no time left is told while paused', ({ isPaused, job }) => isPaused && job.includes('left')],
    [
      'no time left is told offline, signed out or stopped',
      ({ line, job }) =>
        /^(?!Projects).*(Offline|key|Key|stopped|responding|reachable|access)/.test(line) && job.includes('left')
    ],
    [
      '“Working offline” stands beside the word for it',
      ({ banner, words }) => banner === copy.banners.offline && !words.includes(copy.status.offline)
    ]
  ])('%s', (_rule, isBroken) => {
    expect(screens.filter(isBroken).slice(0, 3)).toEqual([])
  })

  it('show the time left as soon as an estimate exists, and count it down', () => {
    const running = [receipt({ done: 0, startedAt: 0 })]
    const facts = { status: status({ images: groupStatus({ state: 'sending' }), running }), connection: null }
    const left = (now: number) => jobLine({ ...facts, ends: new Map([[14, 70_000]]) }, now)?.parts.at(3)
    expect([0, 26_000, 31_000, 69_500].map(left)).toEqual([
      'about 70 seconds left',
      'about 45 seconds left',
      'about 40 seconds left',
      'about 5 seconds left'
    ])
    expect(left(70_001)).toBeUndefined()
  })
})
