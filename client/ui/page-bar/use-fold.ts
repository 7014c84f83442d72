import { useLayoutEffect, useState, type RefObject } from 'react'
import { fitBar, type BarParts } from './fit-bar.ts'

type Refs = { [Part in keyof BarParts]: RefObject<HTMLElement | null> }

/** Keeps a bar in one row at any width and content; answers what is in its menu. */
export const useFold = (refs: Refs): readonly HTMLElement[] => {
  const [folded, setFolded] = useState<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    const parts = partsOf(refs)
    if (parts === null) return
    const { bar, toolbar, actions, more } = parts
    const keepFocus = focusKeeper(bar, more)
    const fit = () => {
      const next = keepFocus(() => fitBar(parts))
      setFolded((before) => (isSame(before, next) ? before : next))
    }
    const resizes = new ResizeObserver(fit)
    resizes.observe(bar)
    resizes.observe(actions)
    // Attributes are not observed: those are what `fitBar` writes.
    const mutations = new MutationObserver(fit)
    for (const area of [toolbar, actions])
      mutations.observe(area, { childList: true, characterData: true, subtree: true })
    fit()
    return () => {
      resizes.disconnect()
      mutations.disconnect()
    }
  }, [])
  return folded
}

const partsOf = ({ bar, toolbar, actions, more }: Refs): BarParts | null =>
  bar.current && toolbar.current && actions.current && more.current
    ? { bar: bar.current, toolbar: toolbar.current, actions: actions.current, more: more.current }
    : null

const isSame = (one: readonly HTMLElement[], other: readonly HTMLElement[]): boolean =>
  one.length === other.length && one.every((element, at) => element === other[at])

/** An item that leaves the bar hands its focus to the menu's button and gets it back on return. */
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
