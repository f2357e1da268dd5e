import type { ReactNode } from 'react'
import { useMediaQuery } from '../../frame/use-media-query.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonProps } from '../../ui/button.tsx'

interface ToolbarButtonProps extends ButtonProps {
  /** Name for assistive technology, and the tooltip where the words are missing. */
  readonly label: string
  /** Left out in a narrow window, where the icon stands for them. */
  readonly words: ReactNode
}

/** A button of the toolbar: with words where there is room for them, else as its icon, so that none has to go. */
export function ToolbarButton({ label, words, children, ...rest }: ToolbarButtonProps) {
  const isNarrow = useMediaQuery('(width < 1000px)')
  return (
    <Button {...rest} aria-label={label} title={isNarrow ? label : undefined}>
      {!isNarrow && words} {children}
    </Button>
  )
}
