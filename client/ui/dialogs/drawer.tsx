import { Suspense, useDeferredValue } from 'react'
import type { DrawerProps } from './drawer-panel.tsx'
import { lazyDialog } from '../pages/lazy-part.tsx'
import { useEver } from '../browser/use-ever.ts'

const DrawerPanel = lazyDialog(() => import('./drawer-panel.tsx').then((part) => part.DrawerPanel))

/** A panel that slides in from the right. */
export function Drawer(props: DrawerProps) {
  // Defer opening until the code is loaded; otherwise Suspense would show its fallback for at least
  // 300 ms.
  const opened = useDeferredValue(props.opened)
  const isEver = useEver(opened)
  return <Suspense fallback={null}>{isEver && <DrawerPanel {...props} opened={opened} />}</Suspense>
}
