import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { stopsIn } from './bar-items.ts'
import { useMoreMenu, type MoreMenuProps } from './use-more-menu.ts'
import classes from './page-bar.module.css'

/** The items that do not fit in the bar, stacked on a panel. */
export function MoreMenu({ panel, bar, folded }: MoreMenuProps) {
  const { t } = useLingui()
  const { anchor, close } = panel
  const isEmpty = folded.length === 0
  const opened = panel.opened && !isEmpty
  useMoreMenu({ panel: { ...panel, opened }, bar, folded })
  useLayoutEffect(() => {
    bar.current?.toggleAttribute('data-open', opened)
  }, [bar, opened])
  const focusFirst = useEffectEvent(() => {
    if (anchor.current?.matches(':focus-visible') === true) folded.flatMap(stopsIn)[0]?.focus()
  })
  useEffect(() => {
    if (opened) focusFirst()
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
 * The id of an element, generated if missing: `aria-owns` refers to items that are elsewhere in the
 * DOM.
 */
const idOf = (element: HTMLElement): string => {
  if (element.id === '') element.id = `folded-${(given += 1)}`
  return element.id
}
