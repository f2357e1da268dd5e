import type { ComponentProps, MouseEvent } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './popover.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** `box` stands alone, `plain` is in a bar, `accent` is the primary action, `link` looks like text. */
  readonly variant?: 'plain' | 'box' | 'accent' | 'danger' | 'link'
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName | undefined
  readonly isIconFilled?: boolean
  /** Shown as pressed, because its panel or filter is on. */
  readonly isOn?: boolean
  /** Keeps the button focusable and announced as unavailable; clicks do nothing. */
  readonly isDisabled?: boolean
}

export function Button({
  variant = 'plain',
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
      data-variant={variant}
      data-size={size}
      data-on={isOn || undefined}
      data-with-icon={icon !== undefined || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? preventAction : onClick}
    >
      {icon && <Icon name={icon} isFilled={isIconFilled} />}
      {children}
    </button>
  )
}

/** Prevents a disabled button in a form from submitting it. */
function preventAction(event: MouseEvent): void {
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
