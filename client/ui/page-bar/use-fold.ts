import { useLayoutEffect, useState, type RefObject } from 'react'
import { fitBar, type BarParts } from './fit-bar.ts'

type Refs = { [Part in keyof BarParts]: RefObject<HTMLElement | null> }

/** Keeps the bar in one row at any width and content. Returns the items in its menu. */
export const useFold = ({ bar, toolbar, actions, more }: Refs): readonly HTMLElement[] => {
  const [folded, setFolded] = useState<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    const parts = partsOf({ bar, toolbar, actions, more })
    if (parts === null) return
    const keepFocus = focusKeeper(parts.bar, parts.more)
    const fit = () => {
      const next = keepFocus(() => fitBar(parts))
      setFolded((before) => (isSame(before, next) ? before : next))
    }
    const resizes = new ResizeObserver(fit)
    resizes.observe(parts.bar)
    resizes.observe(parts.actions)
    // Do not observe attributes: `fitBar` writes them.
    const mutations = new MutationObserver(fit)
    for (const area of [parts.toolbar, parts.actions])
      mutations.observe(area, { childList: true, characterData: true, subtree: true })
    fit()
    return () => {
      resizes.disconnect()
      mutations.disconnect()
    }
  }, [bar, toolbar, actions, more])
  return folded
}

const partsOf = ({ bar, toolbar, actions, more }: Refs): BarParts | null =>
  bar.current && toolbar.current && actions.current && more.current
    ? { bar: bar.current, toolbar: toolbar.current, actions: actions.current, more: more.current }
    : null

const isSame = (one: readonly HTMLElement[], other: readonly HTMLElement[]): boolean =>
  one.length === other.length && one.every((element, at) => element === other[at])

/**
 * When a focused item is folded, moves the focus to the menu button, and back when the item
 * returns.
 */
const focusKeeper = (bar: HTMLElement, more: HTMLElement) => {
  let moved: HTMLElement | null = null
  return <Result>(change: () => Result): Result => {
    const before = document.activeElement
    const result = change()
    if (!(before instanceof HTMLElement)) return result
    if (before === more) {
      if (moved?.isConnected === true && isVisible(moved)) moved.focus()
    } else if (bar.contains(before) && !isVisible(before)) {
      moved = before
      more.focus()
    } else moved = null
    return result
  }
}

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0
