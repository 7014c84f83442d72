import { Button, type ButtonProps } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useExplanation } from './use-explanation.tsx'

interface ExplainedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why the button is disabled; null = enabled. */
  reason: string | null
  /** Absent for a button that submits its form. */
  onClick?: () => void
  type?: 'submit'
  children: ReactNode
}

/** A button that explains why it is disabled. */
export function ExplainedButton({
  reason,
  onClick = () => undefined,
  children,
  ...props
}: ExplainedButtonProps) {
  const { attributes, explanation } = useExplanation(reason, onClick)
  const button = useFocusAfterLoading(props.loading === true)
  return (
    <>
      <Button {...props} {...attributes} ref={button}>
        {children}
      </Button>
      {explanation}
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
