import { iconShapes, mirroredIcons } from './icon-shapes.tsx'
import type { IconName } from './icon-shapes.tsx'
import styles from './icon.module.css'

interface IconProps {
  readonly name: IconName
  /** Edge in CSS px: 12 for marks inside rows, 16 for controls, 20 for empty states. */
  readonly size?: 12 | 16 | 20
  readonly className?: string | undefined
  /** Fills closed outlines with the text color: a star that is set. */
  readonly isFilled?: boolean
}

/** A line icon in the color of the text around it. Decoration only: the words beside it, or a label, say what it means. */
export function Icon({ name, size = 16, className, isFilled = false }: IconProps) {
  const classes = [styles.icon, mirroredIcons.has(name) && styles.mirrored, isFilled && styles.filled, className]
  return (
    <svg className={classes.filter(Boolean).join(' ')} data-size={size} viewBox="0 0 16 16" aria-hidden="true">
      {iconShapes[name]}
    </svg>
  )
}
