import { createContext, use } from 'react'
import type { ImagesControl } from './images-control.ts'

export const ControlContext = createContext<ImagesControl | null>(null)

/** The control of the images screen this component is in. */
export function useControl(): ImagesControl {
  const control = use(ControlContext)
  if (control === null) throw new Error('This part belongs inside the images screen.')
  return control
}
