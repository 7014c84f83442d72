import { useLayoutEffect, type RefCallback, type RefObject } from 'react'

/** Stands in the kit's place for a target: the button is on the page already. Draws nothing. */
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
