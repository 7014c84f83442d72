/** A finger that rests this long selects, in ms: as long as for the menus of phones. */
export const REST_MS = 500
/** A resting finger may slip this far, in px; a scroll begins beyond it. */
const SLIP = 10

interface Press {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

export interface LongPress {
  start: (event: { clientX: number; clientY: number }, act: () => void) => void
  move: (event: { clientX: number; clientY: number }) => void
  /** The finger was lifted, or the browser took its touch for scrolling. */
  end: () => void
  /** A finger rests, or its press has acted: the browser's own menu must not open. */
  isHeld: () => boolean
  /** True once after a press that has acted: the click that follows is none. */
  takesClick: () => boolean
}

/** Acts while a finger rests on one place, without getting in the way of scrolling. */
export const createLongPress = (): LongPress => {
  let press: Press | null = null
  let hasActed = false
  const end = (): void => {
    if (press !== null) clearTimeout(press.timer)
    press = null
  }
  return {
    start: ({ clientX: x, clientY: y }, act) => {
      end()
      hasActed = false
      const timer = setTimeout(() => {
        press = null
        hasActed = true
        act()
      }, REST_MS)
      press = { x, y, timer }
    },
    move: ({ clientX, clientY }) => {
      if (press !== null && Math.hypot(clientX - press.x, clientY - press.y) > SLIP) end()
    },
    end,
    isHeld: () => press !== null || hasActed,
    takesClick: () => {
      const isTaken = hasActed
      hasActed = false
      return isTaken
    },
  }
}
