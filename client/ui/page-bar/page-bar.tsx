import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useRef, type ReactNode } from 'react'
import { useFloating } from '../floating/use-floating.ts'
import { lazyPanel } from '../pages/lazy-part.tsx'
import { useFold } from './use-fold.ts'
import classes from './page-bar.module.css'

const load = () => import('./more-menu.tsx')
const MoreMenu = lazyPanel(() => load().then((part) => part.MoreMenu))

/**
 * The bar below the header, in one row at any width. What does not fit moves to a menu at its end.
 */
export function PageBar({ toolbar, actions }: { toolbar: ReactNode; actions: ReactNode }) {
  const { t } = useLingui()
  const { target, panel, isEver } = useFloating('menu', load)
  const bar = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const folded = useFold({ bar, toolbar: start, actions: end, more: target.ref })
  return (
    <div ref={bar} className={classes.bar} data-page-bar data-no-print>
      <div ref={start} className={classes.toolbar}>
        {toolbar}
      </div>
      <div ref={end} className={classes.actions}>
        {actions}
      </div>
      <button
        {...target}
        aria-haspopup={undefined}
        type="button"
        className={classes.more}
        aria-label={t`More`}
        title={t`More`}
      >
        <IconDots size={16} aria-hidden />
      </button>
      <Suspense fallback={null}>
        {isEver && <MoreMenu panel={panel} bar={bar} folded={folded} />}
      </Suspense>
    </div>
  )
}
