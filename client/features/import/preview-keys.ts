const PAGE = 8

/** The line that a key moves to; null = the key does not move. */
export const nextRow = (key: string, current: number, count: number): number | null => {
  const moves = new Map([
    ['ArrowDown', current + 1],
    ['ArrowUp', current - 1],
    ['PageDown', current + PAGE],
    ['PageUp', current - PAGE],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = moves.get(key)
  return next === undefined ? null : Math.max(0, Math.min(next, count - 1))
}
