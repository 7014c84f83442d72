import { type ComponentProps, Suspense } from 'react'
import { lazyOverlay } from '#client/ui/pages/lazy-part.tsx'
import { useEver } from '#client/ui/browser/use-ever.ts'
import type { ParameterDrawer as Drawer } from './parameter-drawer.tsx'

const ParameterDrawer = lazyOverlay(
  () => import('./parameter-drawer.tsx').then((part) => part.ParameterDrawer),
  ({ ids, onClose }) => ({ opened: ids !== null, close: onClose }),
)

/** The drawer that edits fields; its code loads when it is first opened. */
export function LazyParameterDrawer(props: ComponentProps<typeof Drawer>) {
  const isEver = useEver(props.ids !== null)
  return <Suspense fallback={null}>{isEver && <ParameterDrawer {...props} />}</Suspense>
}
