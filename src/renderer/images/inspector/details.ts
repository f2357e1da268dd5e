/** The one loader of the inspector. */
import { bridge } from '../../bridge.ts'
import { asSentence, failureSentence } from '../../copy/failures.ts'
import { showToast } from '../../ui/toast.tsx'
import { createDetailLoader } from './detail-loader.ts'
import { useDetail } from './detail-store.ts'

export const details = createDetailLoader({
  store: useDetail,
  bridge,
  onGone: (failure) => showToast({ text: asSentence(failureSentence(failure, 'images').headline) })
})
