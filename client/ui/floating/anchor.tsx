import { useLayoutEffect, type RefCallback, type RefObject } from 'react'

/** Gives Mantine the existing button as its target element; renders nothing. */
export function Anchor({
  node,
  ref,
}: {
  node: RefObject<HTMLElement | null>
  ref?: RefCallback<HTMLElement>
}) {
  useLayoutEffect(() => {
    ref?.(node.current)
  }, [node, ref])
  return null
}
