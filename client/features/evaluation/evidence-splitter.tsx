import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react'
import classes from './evidence-panel.module.css'

interface EvidenceSplitterProps {
  panel: RefObject<HTMLElement | null>
  width: number | null
  onWidth: (width: number | null) => void
}

const LEAST = 340
/** Minimum width of the matrix in px: the names and one vendor. */
const MATRIX_LEAST = 480
const STEP = 32

/**
 * Resizes the evidence panel by dragging or arrow keys. A double click restores the default width.
 */
export function EvidenceSplitter({ panel, width, onWidth }: EvidenceSplitterProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(width ?? LEAST)
  const most = (): number =>
    Math.max(LEAST, (panel.current?.parentElement?.clientWidth ?? 0) - MATRIX_LEAST)
  useEffect(() => setShown(panel.current?.offsetWidth ?? LEAST), [panel, width])
  const within = (next: number): number => Math.round(Math.min(most(), Math.max(LEAST, next)))
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key]
    if (move === undefined) return
    event.preventDefault()
    onWidth(within((panel.current?.offsetWidth ?? LEAST) + move))
  }
  // Save the width only on release, since saving it renders the whole board.
  const onPointerMove = (event: PointerEvent) => {
    const element = panel.current
    if (element === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    // Resize the panel without a render per move; React sets the width on release.
    // oxlint-disable-next-line react/immutability
    element.style.width = `${within(element.getBoundingClientRect().right - event.clientX)}px`
  }
  const onPointerUp = (event: PointerEvent) => {
    event.currentTarget.releasePointerCapture(event.pointerId)
    if (panel.current?.style.width !== '') onWidth(panel.current?.offsetWidth ?? null)
  }
  return (
    <div
      className={classes.splitter}
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={t`Width of the evidence`}
      aria-valuenow={shown}
      aria-valuemin={LEAST}
      aria-valuemax={Math.max(shown, most())}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(null)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      data-no-print
    />
  )
}
