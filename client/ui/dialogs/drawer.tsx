import { Suspense, useDeferredValue } from 'react'
import type { DrawerProps } from './drawer-panel.tsx'
import { lazyDialog } from '../pages/lazy-part.tsx'
import { useEver } from '../browser/use-ever.ts'

const DrawerPanel = lazyDialog(() => import('./drawer-panel.tsx').then((part) => part.DrawerPanel))

/** A panel from the right, over the page. */
export function Drawer(props: DrawerProps) {
  // Deferred, it opens when it is loaded; else React would show its place empty first, for 300 ms
  // at least.
  const opened = useDeferredValue(props.opened)
  const isEver = useEver(opened)
  return <Suspense fallback={null}>{isEver && <DrawerPanel {...props} opened={opened} />}</Suspense>
}
