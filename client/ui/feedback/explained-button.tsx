import { Button, type ButtonProps } from '@mantine/core'
import { Suspense, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { lazyHint } from '../pages/lazy-part.tsx'

const ReasonTip = lazyHint(() => import('./reason-tip.tsx').then((part) => part.ReasonTip))

interface ExplainedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why the button is disabled; null = enabled. */
  reason: string | null
  onClick: () => void
  children: ReactNode
}

/**
 * A button that explains why it is disabled: it stays focusable, with a tooltip and a description
 * for screen readers.
 */
export function ExplainedButton({ reason, onClick, children, ...props }: ExplainedButtonProps) {
  const id = useId()
  const [visited, setVisited] = useState<HTMLElement | null>(null)
  const isBlocked = reason !== null
  const leave = () => setVisited(null)
  const button = useFocusAfterLoading(props.loading === true)
  return (
    <>
      <Button
        {...props}
        ref={button}
        aria-disabled={isBlocked || undefined}
        data-disabled={isBlocked || undefined}
        aria-describedby={isBlocked ? id : undefined}
        onPointerEnter={(event) => setVisited(event.currentTarget)}
        onPointerLeave={leave}
        onFocus={(event) => setVisited(event.currentTarget)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave()
        }}
        onClick={(event) => {
          if (isBlocked) event.preventDefault()
          else onClick()
        }}
      >
        {children}
      </Button>
      {isBlocked && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
      {isBlocked && visited !== null && (
        <Suspense fallback={null}>
          <ReasonTip target={visited} reason={reason} />
        </Suspense>
      )}
    </>
  )
}

/** Gives the focus back to a button after it was loading, because a disabled button loses it. */
const useFocusAfterLoading = (isLoading: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isLoading) {
      // The browser moves the focus of a disabled button only before its next frame.
      hadFocus.current = document.activeElement === button.current
      return
    }
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
    hadFocus.current = false
  }, [isLoading])
  return button
}
