import styles from './ring.module.css'

const RADIUS = 5.25
const LENGTH = 2 * Math.PI * RADIUS

interface RingProps {
  /** Share done, 0 to 1; null while no total is known: the ring turns. */
  readonly share: number | null
}

/** A small ring of progress. Decoration: the numbers beside it say the same in words. */
export function Ring({ share }: RingProps) {
  const filled = (share === null ? 0.25 : Math.min(1, Math.max(0, share))) * LENGTH
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" aria-hidden="true" data-turning={share === null || undefined}>
      <circle className={styles.track} cx={8} cy={8} r={RADIUS} />
      <circle
        className={styles.done}
        cx={8}
        cy={8}
        r={RADIUS}
        transform="rotate(-90 8 8)"
        strokeDasharray={`${filled} ${LENGTH}`}
      />
    </svg>
  )
}
