import { type ReactNode, Suspense, useCallback, useId, useState } from 'react'
import { lazyHint } from '../pages/lazy-part.tsx'

const ReasonTip = lazyHint(() => import('./reason-tip.tsx').then((part) => part.ReasonTip))

/**
 * What lets a button say why it is disabled: it stays focusable, with a tooltip and a description
 * for screen readers.
 * @param reason null = enabled
 * @returns the attributes of the button, and what stands after it
 */
export const useExplanation = (reason: string | null, onClick: () => void) => {
  const id = useId()
  const [visited, setVisited] = useState<HTMLElement | null>(null)
  const isBlocked = reason !== null
  const visit = ({ currentTarget }: { currentTarget: HTMLElement }) => setVisited(currentTarget)
  const leave = useCallback(() => setVisited(null), [])
  const attributes = {
    'aria-disabled': isBlocked || undefined,
    'data-disabled': isBlocked || undefined,
    'aria-describedby': isBlocked ? id : undefined,
    onPointerEnter: visit,
    onFocus: visit,
    onClick: (event: { preventDefault: () => void }) => {
      if (isBlocked) event.preventDefault()
      else onClick()
    },
  }
  const explanation: ReactNode = isBlocked && (
    <>
      <span id={id} hidden>
        {reason}
      </span>
      {visited !== null && (
        <Suspense fallback={null}>
          <ReasonTip target={visited} reason={reason} onLeave={leave} />
        </Suspense>
      )}
    </>
  )
  return { attributes, explanation }
}
