const GAP = 2

/**
 * Keeps an editor that is larger than its cell inside the visible part of the grid: it opens
 * upwards at the last rows and moves left at the right edge.
 */
export const keepInside = (editor: HTMLElement): void => {
  const area = editor.closest('[role=grid]')?.getBoundingClientRect()
  const cell = editor.parentElement?.getBoundingClientRect()
  if (area === undefined || cell === undefined) return
  const [left, right] = [Math.max(0, area.left), Math.min(window.innerWidth, area.right)]
  const bottom = Math.min(window.innerHeight, area.bottom)
  editor.style.maxWidth = `${right - left - 2 * GAP}px`
  const box = editor.getBoundingClientRect()
  if (box.bottom > bottom && cell.bottom - box.height > area.top) {
    editor.style.top = 'auto'
    editor.style.bottom = `${GAP}px`
  }
  const over = Math.max(0, box.right - right + GAP)
  const room = Math.max(0, box.left - left - GAP)
  if (over > 0) editor.style.insetInlineStart = `${GAP - Math.min(over, room)}px`
}
