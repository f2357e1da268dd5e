import type { ComponentProps, MouseEvent } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './popover.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** `box` stands alone, `plain` sits in a bar, `accent` is the one next step, `link` reads as text. */
  readonly look?: 'plain' | 'box' | 'accent' | 'danger' | 'link'
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName | undefined
  readonly isIconFilled?: boolean
  /** Shown as held down: the panel or filter it stands for is on. */
  readonly isOn?: boolean
  /** Keeps the button reachable and says "unavailable"; clicks do nothing. */
  readonly isDisabled?: boolean
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  isIconFilled = false,
  isOn = false,
  isDisabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-look={look}
      data-size={size}
      data-on={isOn || undefined}
      data-with-icon={icon !== undefined || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? swallow : onClick}
    >
      {icon && <Icon name={icon} isFilled={isIconFilled} />}
      {children}
    </button>
  )
}

/** A disabled button inside a form must not submit it either. */
function swallow(event: MouseEvent): void {
  event.preventDefault()
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  readonly icon: IconName
  /** Name for assistive technology, and the tooltip. */
  readonly label: string
}

/** A square button that shows only an icon; its label is its tooltip. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button {...rest} aria-label={label} className={[styles.square, className].filter(Boolean).join(' ')}>
        <Icon name={icon} isFilled={rest.isIconFilled ?? false} />
      </Button>
    </Tooltip>
  )
}
