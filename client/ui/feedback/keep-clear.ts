import { useLayoutEffect, type RefObject } from 'react'

/** Attribute of elements that toasts must not cover: selection bars, totals, sticky footers. */
const KEPT_CLEAR = '[data-keep-clear]'
const EDGE = 16
const GAP = 8

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Distance in px from the window's bottom edge at which toasts cover none of the obstacles. */
export function clearBottom(
  windowHeight: number,
  { left, right, height }: { left: number; right: number; height: number },
  obstacles: readonly Box[],
): number {
  let bottom = windowHeight - EDGE
  const besides = obstacles.filter(
    (one) => one.right > left && one.left < right && one.bottom > one.top,
  )
  for (const one of besides.toSorted((a, b) => b.bottom - a.bottom)) {
    if (one.top < bottom && one.bottom > bottom - height) bottom = Math.min(bottom, one.top - GAP)
  }
  return windowHeight - Math.max(bottom, height + GAP)
}

/**
 * Positions the toasts clear of obstacles while any are shown. The position is updated before each
 * frame is painted.
 */
export function useKeepClear(host: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return
    let frame = 0
    const settle = (): void => {
      const element = host.current
      if (element) {
        const obstacles = [...document.querySelectorAll(KEPT_CLEAR)].map((one) =>
          one.getBoundingClientRect(),
        )
        element.style.bottom = `${clearBottom(innerHeight, element.getBoundingClientRect(), obstacles)}px`
      }
      frame = requestAnimationFrame(settle)
    }
    settle()
    return () => cancelAnimationFrame(frame)
  }, [host, isShown])
}
