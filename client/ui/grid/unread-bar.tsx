import { Suspense, useSyncExternalStore } from 'react'
import { lazyHint } from '../pages/lazy-part.tsx'
import type { UnreadListProps } from './unread-list.tsx'

/** Most people never paste a value that cannot be read. */
const UnreadList = lazyHint(() => import('./unread-list.tsx').then((part) => part.UnreadList))

/** Lists pasted values that could not be parsed; each is also marked in its cell. */
export function UnreadBar(props: Omit<UnreadListProps, 'cells'>) {
  const { store } = props
  const cells = useSyncExternalStore(store.subscribe, store.unread.all)
  if (cells.length === 0) return null
  return (
    <Suspense fallback={null}>
      <UnreadList {...props} cells={cells} />
    </Suspense>
  )
}
