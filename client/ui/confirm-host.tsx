import { Suspense } from 'react'
import { useQuestion } from './confirm.tsx'
import { lazyOverlay } from './lazy-part.tsx'

const ConfirmDialog = lazyOverlay(
  () => import('./confirm-dialog.tsx').then((part) => part.ConfirmDialog),
  ({ question: { answer } }) => ({ opened: true, close: () => answer('later') }),
)

/** Mounted once. */
export function ConfirmHost() {
  const open = useQuestion()
  return open === null ? null : <Suspense fallback={null}><ConfirmDialog question={open} /></Suspense>
}
