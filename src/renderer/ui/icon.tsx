import type { JSX } from 'react'
import styles from './icon.module.css'

interface IconProps {
  readonly name: IconName
  /** Edge in CSS px: 12 for marks inside rows, 16 for controls, 20 for empty states. */
  readonly size?: 12 | 16 | 20
  readonly className?: string | undefined
  /** Fills closed outlines with the text color, as for the star of a favorite. */
  readonly isFilled?: boolean
}

/** A line icon in the text color. Decorative: text beside it, or a label, says what it means. */
export function Icon({ name, size = 16, className, isFilled = false }: IconProps) {
  const classes = [styles.icon, mirroredIcons.has(name) && styles.mirrored, isFilled && styles.filled, className]
  return (
    <svg className={classes.filter(Boolean).join(' ')} data-size={size} viewBox="0 0 16 16" aria-hidden="true">
      {iconShapes[name]}
    </svg>
  )
}

/** Shapes on a field of 16 by 16, drawn as lines; `data-solid` parts are filled instead. */
const iconShapes = {
  images: (
    <>
      <rect x={2.25} y={4.75} width={11.5} height={8.75} rx={1.75} />
      <path d="M4.5 2.25h7" />
      <path d="M2.75 11.5l2.9-2.6 2.2 1.9 2-1.6 3.4 2.7" />
    </>
  ),
  star: <path d="M8 1.9l1.87 3.86 4.23.58-3.09 2.95.76 4.2L8 11.46l-3.77 2.03.76-4.2L1.9 6.34l4.23-.58z" />,
  dot: <circle cx={8} cy={8} r={3.75} />,
  triangle: (
    <>
      <path d="M7.3 2.9L2 12.1c-.3.53.08 1.15.69 1.15h10.62c.6 0 .99-.62.69-1.15L8.7 2.9a.8.8 0 0 0-1.4 0z" />
      <path d="M8 6.5v2.75" />
      <circle data-solid cx={8} cy={11.15} r={0.85} />
    </>
  ),
  check: <path d="M3.5 8.35l3 3 6-6.5" />,
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  dash: <path d="M4.5 8h7" />,
  search: (
    <>
      <circle cx={7} cy={7} r={4.25} />
      <path d="M10.2 10.2l3.3 3.3" />
    </>
  ),
  filter: <path d="M2.25 4.25h11.5M4.5 8h7M6.75 11.75h2.5" />,
  sort: <path d="M4.75 3v10M2.25 10.5L4.75 13l2.5-2.5M11.25 13V3M8.75 5.5L11.25 3l2.5 2.5" />,
  'chevron-down': <path d="M4.25 6.25L8 10l3.75-3.75" />,
  'chevron-right': <path d="M6.25 4.25L10 8l-3.75 3.75" />,
  'chevron-left': <path d="M9.75 4.25L6 8l3.75 3.75" />,
  chevrons: <path d="M5 6l3-3 3 3M5 10l3 3 3-3" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  pause: <path d="M5.75 3.75v8.5M10.25 3.75v8.5" />,
  picture: (
    <>
      <rect x={2.25} y={2.25} width={11.5} height={11.5} rx={1.75} />
      <path d="M2.75 11l3-2.8 2.3 2 2-1.6 3.2 2.6" />
    </>
  ),
  'picture-off': (
    <>
      <path d="M5 2.25h7a1.75 1.75 0 0 1 1.75 1.75v7M12.9 13.5a1.75 1.75 0 0 1-.9.25H4A1.75 1.75 0 0 1 2.25 12V4c0-.3.08-.6.22-.85" />
      <path d="M2.75 11l3-2.8 1.6 1.4" />
      <path d="M2.25 2.25l11.5 11.5" />
    </>
  ),
  grid: (
    <>
      <rect x={2.25} y={2.25} width={4.75} height={4.75} rx={1} />
      <rect x={9} y={2.25} width={4.75} height={4.75} rx={1} />
      <rect x={2.25} y={9} width={4.75} height={4.75} rx={1} />
      <rect x={9} y={9} width={4.75} height={4.75} rx={1} />
    </>
  ),
  folder: (
    <path d="M2.25 11.75v-7.5a1 1 0 0 1 1-1h2.9l1.6 1.75h5a1 1 0 0 1 1 1v5.75a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1z" />
  ),
  cloud: <path d="M4.6 12.5a2.85 2.85 0 0 1-.4-5.67 3.9 3.9 0 0 1 7.5.47 2.62 2.62 0 0 1-.15 5.2z" />,
  sync: (
    <>
      <path d="M13.25 7.25A5.35 5.35 0 0 0 3.6 5M2.75 8.75A5.35 5.35 0 0 0 12.4 11" />
      <path d="M3.5 2.25V5h2.75M12.5 13.75V11H9.75" />
    </>
  ),
  palette: (
    <>
      <path d="M8 2.25c-3.3 0-5.75 2.5-5.75 5.75S4.7 13.75 8 13.75c1 0 1.4-.7 1.1-1.45-.45-1.05.1-1.9 1.2-1.9h1.2c1.35 0 2.25-.95 2.25-2.4 0-3.25-2.45-5.75-5.75-5.75z" />
      <circle data-solid cx={5.25} cy={7.5} r={0.95} />
      <circle data-solid cx={7.5} cy={5.1} r={0.95} />
      <circle data-solid cx={10.5} cy={6} r={0.95} />
    </>
  ),
  brush: (
    <path d="M13.5 2.5L7.9 8.4M6.7 8.2l1.6 1.5c.45 2.3-1.35 4-5.8 3.6 1.4-.6 1.1-1.5 1.3-2.7.2-1.35 1.4-2.5 2.9-2.4z" />
  ),
  contrast: (
    <>
      <circle cx={8} cy={8} r={5.5} />
      <path data-solid d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
    </>
  ),
  corners: <path d="M2.5 5.75V2.5h3.25M10.25 2.5h3.25v3.25M13.5 10.25v3.25h-3.25M5.75 13.5H2.5v-3.25" />,
  more: (
    <>
      <circle data-solid cx={3.5} cy={8} r={1.25} />
      <circle data-solid cx={8} cy={8} r={1.25} />
      <circle data-solid cx={12.5} cy={8} r={1.25} />
    </>
  ),
  compare: (
    <>
      <rect x={2.25} y={3.25} width={4.75} height={9.5} rx={1} />
      <rect x={9} y={3.25} width={4.75} height={9.5} rx={1} />
    </>
  ),
  export: <path d="M8 10V2.5M5 5.25L8 2.5l3 2.75M2.75 10v2.25a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V10" />,
  trash: <path d="M2.75 4.25h10.5M6.25 4V2.5h3.5V4M4.1 4.5l.7 8.75h6.4l.7-8.75" />,
  copy: (
    <>
      <rect x={5.5} y={5.5} width={8} height={8} rx={1.5} />
      <path d="M10.5 3.25a.75.75 0 0 0-.75-.75H3.25a.75.75 0 0 0-.75.75v6.5c0 .41.34.75.75.75" />
    </>
  ),
  panel: (
    <>
      <rect x={2.25} y={3} width={11.5} height={10} rx={1.75} />
      <path d="M10 3.25v9.5" />
    </>
  ),
  info: (
    <>
      <circle cx={8} cy={8} r={5.75} />
      <path d="M8 7.5v3.25" />
      <circle data-solid cx={8} cy={5.1} r={0.9} />
    </>
  ),
  log: (
    <path d="M4 2.5h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.5 5.75h5M5.5 8.25h5M5.5 10.75h3" />
  ),
  arrow: <path d="M3 8h9.5M9 4.5L12.5 8 9 11.5" />,
  play: <path d="M5.5 3.6v8.8l7-4.4z" />,
  key: (
    <>
      <circle cx={5} cy={11} r={2.75} />
      <path d="M7 9l6-6M10.5 5.5l2 2M9 7l1.25 1.25" />
    </>
  ),
  lock: (
    <>
      <rect x={3.25} y={7} width={9.5} height={6.25} rx={1.5} />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  'cloud-off': (
    <>
      <path d="M6.2 4.6a3.9 3.9 0 0 1 5.5 2.7 2.62 2.62 0 0 1 1.3 4.5M10.4 12.5H4.6a2.85 2.85 0 0 1-.4-5.67" />
      <path d="M2.5 2.5l11 11" />
    </>
  ),
  clock: (
    <>
      <circle cx={8} cy={8} r={5.75} />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  eye: (
    <>
      <path d="M1.75 8C3.2 5.2 5.4 3.75 8 3.75S12.8 5.2 14.25 8C12.8 10.8 10.6 12.25 8 12.25S3.2 10.8 1.75 8z" />
      <circle cx={8} cy={8} r={2} />
    </>
  ),
  'eye-off': (
    <>
      <path d="M6.4 3.95A6.1 6.1 0 0 1 8 3.75c2.6 0 4.8 1.45 6.25 4.25a10 10 0 0 1-1.5 2.15M10.6 11.6a5.7 5.7 0 0 1-2.6.65c-2.6 0-4.8-1.45-6.25-4.25A9.6 9.6 0 0 1 4.5 4.9" />
      <path d="M2.5 2.5l11 11" />
    </>
  ),
  tiles: (
    <path
      data-solid
      d="M3 3h2.5v2.5H3zM6.75 3h2.5v2.5h-2.5zM10.5 3H13v2.5h-2.5zM3 6.75h2.5v2.5H3zM6.75 6.75h2.5v2.5h-2.5zM10.5 6.75H13v2.5h-2.5zM3 10.5h2.5V13H3zM6.75 10.5h2.5V13h-2.5zM10.5 10.5H13V13h-2.5z"
    />
  )
} satisfies Readonly<Record<string, JSX.Element>>

export type IconName = keyof typeof iconShapes

/** Icons that follow the reading direction, and are mirrored in right-to-left layout. */
const mirroredIcons: ReadonlySet<IconName> = new Set(['chevron-right', 'chevron-left', 'arrow', 'log', 'panel'])

const RADIUS = 5.25
const LENGTH = 2 * Math.PI * RADIUS

interface RingProps {
  /** Completed share, 0 to 1; `null` while no total is known, which makes the ring turn. */
  readonly share: number | null
}

/** A small progress ring. Decorative, because text beside it says the same. */
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
