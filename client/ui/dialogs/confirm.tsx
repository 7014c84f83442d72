import { Suspense, useSyncExternalStore } from 'react'
import { lazyOverlay } from '../pages/lazy-part.tsx'
import { choose, type ConfirmOptions, onQuestion, openQuestion } from './question.ts'

/** Asks for confirmation of an action that cannot be undone. Escape and a click outside mean no. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> =>
  (await choose(options)) === 'yes'

const ConfirmDialog = lazyOverlay(
  () => import('./confirm-dialog.tsx').then((part) => part.ConfirmDialog),
  ({ question: { answer } }) => ({ opened: true, close: () => answer('later') }),
)

/** Renders the open question; mounted once. */
export function ConfirmHost() {
  const open = useSyncExternalStore(onQuestion, openQuestion)
  return open === null ? null : (
    <Suspense fallback={null}>
      <ConfirmDialog question={open} />
    </Suspense>
  )
}
