import { Suspense } from 'react'
import { lazyDialog } from '../pages/lazy-part.tsx'
import type { MoveToDialogProps } from './move-to-choice.tsx'

const MoveToChoice = lazyDialog(() =>
  import('./move-to-choice.tsx').then((part) => part.MoveToChoice),
)

/** Moves a row to a chosen position, without dragging. */
export function MoveToDialog(props: MoveToDialogProps) {
  return (
    <Suspense fallback={null}>
      <MoveToChoice {...props} />
    </Suspense>
  )
}
