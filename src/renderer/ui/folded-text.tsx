import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './folded-text.module.css'

interface FoldedTextProps {
  readonly text: string
  readonly moreLabel: string
  readonly lessLabel: string
}

/** Text with its line breaks; after eight lines it folds, and a button shows the rest. */
export function FoldedText({ text, moreLabel, lessLabel }: FoldedTextProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  // After each render, because text that changes behind the fold changes no size.
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
      <p ref={box} className={styles.text} data-folded={!isOpen || undefined}>
        <bdi>{text}</bdi>
      </p>
      {isLong && (
        <Button look="link" size="small" onClick={() => setOpen(!isOpen)}>
          {isOpen ? lessLabel : moreLabel}
        </Button>
      )}
    </div>
  )
}
