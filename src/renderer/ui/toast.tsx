import { Toast as Base } from '@base-ui/react/toast'
import { Button, IconButton } from './button.tsx'
import { createReplaceOlder } from './newest-of-kind.ts'
import styles from './toast.module.css'

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastOptions {
  readonly text: string
  readonly action?: ToastAction
  /** Names it, so that it can be taken away when it is no longer true. */
  readonly name?: string
  /** A newer one of the same kind takes its place. */
  readonly kind?: string
  /** How long it stays; the pointer or focus on it holds it. */
  readonly staysMs?: number
}

const STAYS_MS = 8_000

const manager = Base.createToastManager<{ action: ToastAction | null }>()
const replaceOlder = createReplaceOlder((id) => manager.close(id))

/** Says what was just done, and offers to take it back. Never for a failure alone: those get a bar or a field text. */
export function showToast({ text, action, name, kind, staysMs = STAYS_MS }: ToastOptions): void {
  const id = name === undefined ? {} : { id: name }
  const shown = manager.add({ ...id, title: text, timeout: staysMs, data: { action: action ?? null } })
  if (kind !== undefined) replaceOlder(kind, shown)
}

/** Takes the one of that name away, if it is there. */
export function closeToast(name: string): void {
  manager.close(name)
}

/** Where toasts appear; once in the window. */
export function Toasts({ label, closeLabel }: { readonly label: string; readonly closeLabel: string }) {
  return (
    <Base.Provider toastManager={manager} limit={2}>
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
