import { lazy, Suspense } from 'react'
import type { MoveToDialogProps } from './move-to-choice.tsx'

const MoveToChoice = lazy(() => import('./move-to-choice.tsx').then(({ MoveToChoice: component }) => ({ default: component })))

/** Choosing a place without dragging. */
export function MoveToDialog(props: MoveToDialogProps) {
  return <Suspense fallback={null}><MoveToChoice {...props} /></Suspense>
}
