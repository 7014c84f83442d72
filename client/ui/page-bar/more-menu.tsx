import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect } from 'react'
import { stopsIn } from './bar-items.ts'
import { useMoreMenu, type MoreMenuProps } from './use-more-menu.ts'
import classes from './page-bar.module.css'

/** What did not fit into the bar, one below the other, on a ground of its own. */
export function MoreMenu({ panel, bar, folded }: MoreMenuProps) {
  const { t } = useLingui()
  const { anchor, close } = panel
  const isEmpty = folded.length === 0
  const opened = panel.opened && !isEmpty
  useMoreMenu({ panel: { ...panel, opened }, bar, folded })
  useLayoutEffect(() => {
    bar?.toggleAttribute('data-open', opened)
  }, [bar, opened])
  useEffect(() => {
    if (opened && anchor.current?.matches(':focus-visible') === true)
      folded.flatMap(stopsIn)[0]?.focus()
  }, [opened])
  useEffect(() => {
    if (panel.opened && isEmpty) close()
  }, [panel.opened, isEmpty, close])
  return (
    opened && (
      <div
        id={`${panel.id}-dropdown`}
        role="group"
        aria-label={t`More`}
        aria-owns={folded.map(idOf).join(' ')}
        className={classes.panel}
      />
    )
  )
}

let given = 0
/**
 * Items belong to the menu though they stand elsewhere in the tree; those without an id get one.
 */
const idOf = (element: HTMLElement): string => {
  if (element.id === '') element.id = `folded-${(given += 1)}`
  return element.id
}
