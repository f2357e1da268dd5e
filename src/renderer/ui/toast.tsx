import { Toast as Base } from '@base-ui/react/toast'
import type { StoreApi } from 'zustand'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
  /**
   * Watches the offered action: calls `onOver` once it was done or is no longer possible. Returns the function that
   * stops watching.
   */
  readonly watch: (onOver: () => void) => () => void
}

interface ToastOptions {
  readonly text: string
  readonly action?: ToastAction
  /** Time on screen, `null` until the action is over; pointer or focus on it pauses the time. */
  readonly staysMs?: number | null
  /** Whether it belongs to no particular screen, and stays when the screen changes. */
  readonly isOfEveryScreen?: boolean
}

const STAYS_MS = 8_000

const manager = Base.createToastManager<{ action: ToastAction | null }>()
const current = { close: () => {}, isOfEveryScreen: false }

/**
 * Shows what was just done with an action such as Undo, replacing an earlier toast. Never for a failure alone, which
 * gets a banner or a field text.
 */
export function showToast({ text, action, staysMs = STAYS_MS, isOfEveryScreen = false }: ToastOptions): void {
  closeToast()
  const watch = { end: () => {} }
  const id = manager.add({
    title: text,
    // 0 disables the timeout.
    timeout: staysMs ?? 0,
    data: { action: action ?? null },
    onClose: () => watch.end()
  })
  current.close = () => manager.close(id)
  current.isOfEveryScreen = isOfEveryScreen
  if (action !== undefined) watch.end = action.watch(() => manager.close(id))
}

/** Closes the toast if it is still shown. */
export function closeToast(): void {
  current.close()
}

/** Closes the toast of a screen that is left. */
export function closeToastOfScreen(): void {
  if (!current.isOfEveryScreen) current.close()
}

/** Watches a store until the state meets the condition. */
export function until<State>(
  store: Pick<StoreApi<State>, 'subscribe'>,
  isOver: (now: State, before: State) => boolean
): ToastAction['watch'] {
  return (onOver) => store.subscribe((now, before) => isOver(now, before) && onOver())
}

/** The area for toasts; once per window. */
export function Toasts({ label, closeLabel }: { readonly label: string; readonly closeLabel: string }) {
  return (
    <Base.Provider toastManager={manager} limit={1}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label={label}>
          <ToastList closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList({ closeLabel }: { readonly closeLabel: string }) {
  const { toasts, close } = Base.useToastManager<{ action: ToastAction | null }>()
  return toasts.map((toast) => {
    const action = toast.data?.action ?? null
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={[]}>
        <Base.Content className={styles.content}>
          <Base.Title className={styles.text} render={<p />} />
          {action && (
            <Button
              variant="link"
              onClick={() => {
                action.run()
                close(toast.id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="cross" size="small" label={closeLabel} onClick={() => close(toast.id)} />
        </Base.Content>
      </Base.Root>
    )
  })
}
