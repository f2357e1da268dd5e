import { SampleMark } from './sample-mark.tsx'
import styles from './screen-title.module.css'

interface ScreenTitleProps {
  readonly title: string
  /** One line of numbers beneath it. */
  readonly subtitle?: string
}

/** What the window shows, at the start of the toolbar; takes up the slack before the controls. */
export function ScreenTitle({ title, subtitle }: ScreenTitleProps) {
  return (
    <div className={styles.title}>
      <div className={styles.line}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <SampleMark />
      </div>
      {subtitle && <p>{subtitle}</p>}
    </div>
  )
}
