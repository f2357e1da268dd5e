import { Toast as Base } from '@base-ui/react/toast'
import type { StoreApi } from 'zustand'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
  /** Watches what is offered: `onOver` once it was done, or can be done no longer. Returns what ends the watch. */
  readonly watch: (onOver: () => void) => () => void
}

interface ToastOptions {
  readonly text: string
  readonly action?: ToastAction
  /** How long it stays, null = until what it offers is over; the pointer or focus on it holds it. */
  readonly staysMs?: number | null
  /** It is of what goes on wherever the user is, and not of the screen that it was said on. */
  readonly isOfEveryScreen?: boolean
}

const STAYS_MS = 8_000

const manager = Base.createToastManager<{ action: ToastAction | null }>()
const current = { close: () => {}, isOfEveryScreen: false }

/**
 * Says what was just done, and offers to take it back, in the place of what was said before. Never for a failure alone:
 * those get a bar or a field text.
 */
export function showToast({ text, action, staysMs = STAYS_MS, isOfEveryScreen = false }: ToastOptions): void {
  closeToast()
  const watch = { end: () => {} }
  const id = manager.add({
    title: text,
    // 0 is for ever.
    timeout: staysMs ?? 0,
    data: { action: action ?? null },
    onClose: () => watch.end()
  })
  current.close = () => manager.close(id)
  current.isOfEveryScreen = isOfEveryScreen
  if (action !== undefined) watch.end = action.watch(() => manager.close(id))
}

/** Takes away what was said, if it is still there. */
export function closeToast(): void {
  current.close()
}

/** Takes away what was said of the screen that is left. */
export function closeToastOfScreen(): void {
  if (!current.isOfEveryScreen) current.close()
}

/** Watches a store until it is in such a state. */
export function until<State>(
  store: Pick<StoreApi<State>, 'subscribe'>,
  isOver: (now: State, before: State) => boolean
): ToastAction['watch'] {
  return (onOver) => store.subscribe((now, before) => isOver(now, before) && onOver())
}

/** Where toasts appear; once in the window. */
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
              look="link"
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
