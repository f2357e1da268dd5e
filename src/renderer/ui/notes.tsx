import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './notes.module.css'

interface BannerProps {
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly icon: IconName
  /** The state in a few words; its meaning follows. */
  readonly headline: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** A slim bar for a lasting state. It belongs inside a live region and never takes the focus. */
export function Banner({ tone, icon, headline, children, actions }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      <Icon name={icon} className={styles.icon} />
      <p className={styles.text}>
        <b>{headline}</b> {children}
      </p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface EmptyNoteProps {
  readonly icon: IconName
  readonly headline: string
  readonly body?: string
  /** The one action for it. */
  readonly children?: ReactNode
}

/** Explains an empty area in its middle. */
export function EmptyNote({ icon, headline, body, children }: EmptyNoteProps) {
  return (
    <div className={styles.note}>
      <Icon name={icon} size={20} />
      <h2>{headline}</h2>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  )
}

/** A quiet line at the bottom of a column, about its content. */
export function FooterNote({ text }: { readonly text: string }) {
  return <p className={styles.footerNoteNote}>{text}</p>
}

interface FoldProps {
  readonly title: string
  readonly children: ReactNode
}

/** A part of a panel that is closed until opened. */
export function Fold({ title, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary>
        <Icon name="chevron-right" size={12} />
        {title}
      </summary>
      {children}
    </details>
  )
}

interface FoldedTextProps {
  readonly text: string
  readonly moreLabel: string
  readonly lessLabel: string
}

/** Text with its line breaks; folds after eight lines, and a button shows the remainder. */
export function FoldedText({ text, moreLabel, lessLabel }: FoldedTextProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  // After each render, because folded text can change without a change of size.
  useEffect(() => {
    const element = box.current
    if (element === null || isOpen) return undefined
    const measure = (): void => setLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return (
    <div>
      <p ref={box} className={styles.foldedTextText} data-folded={!isOpen || undefined}>
        <bdi>{text}</bdi>
      </p>
      {isLong && (
        <Button variant="link" size="small" onClick={() => setOpen(!isOpen)}>
          {isOpen ? lessLabel : moreLabel}
        </Button>
      )}
    </div>
  )
}

/** Text for assistive technology in place of a shape on screen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
