import { Suspense, type ReactNode } from 'react'
import type { MenuListProps } from './menu-list.tsx'
import { useFloating, type FloatingTarget } from './use-floating.ts'
import { lazyPanel } from '../pages/lazy-part.tsx'

export type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazyPanel(() => load().then((part) => part.MenuList))

/** A button that opens a menu. The caller renders the button and passes it the `target` props. */
export function MenuButton({
  button,
  ...list
}: MenuListProps & { button: (target: FloatingTarget) => ReactNode }) {
  const { target, panel, isEver } = useFloating('menu', load)
  return (
    <>
      {button(target)}
      <Suspense fallback={null}>{isEver && <MenuList panel={panel} {...list} />}</Suspense>
    </>
  )
}
