import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { useFold } from './use-fold.ts'
import { useMoreMenu } from './use-more-menu.ts'
import classes from './page-bar.module.css'

/** The bar under the header: one row at any width, what does not fit is in a menu at its end. */
export function PageBar({ toolbar, actions }: { toolbar: ReactNode; actions: ReactNode }) {
  const { t } = useLingui()
  const id = useId()
  const refs = {
    bar: useRef<HTMLDivElement>(null), toolbar: useRef<HTMLDivElement>(null), actions: useRef<HTMLDivElement>(null),
    more: useRef<HTMLButtonElement>(null),
  }
  const folded = useFold(refs)
  const { isOpen, toggle } = useMoreMenu({ ...refs, folded })
  return (
    <div ref={refs.bar} className={classes.bar} data-open={isOpen || undefined} data-page-bar data-no-print>
      <div ref={refs.toolbar} className={classes.toolbar}>{toolbar}</div>
      <div ref={refs.actions} className={classes.actions}>{actions}</div>
      <button
        ref={refs.more} type="button" className={classes.more} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined}
        aria-label={t`More`} title={t`More`} onClick={toggle}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen && <div id={id} role="group" aria-label={t`More`} aria-owns={folded.map(idOf).join(' ')} className={classes.panel} />}
    </div>
  )
}

let given = 0
/** Items belong to the menu though they stand elsewhere in the tree; those without an id get one. */
const idOf = (element: HTMLElement): string => {
  if (element.id === '') element.id = `folded-${given += 1}`
  return element.id
}
