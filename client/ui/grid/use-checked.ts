import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { GridStore } from './grid-store.ts'
import { selectedText } from './grid-texts.ts'

/** Shows the checked rows, and says how many there are when that changes. */
export function useChecked(
  store: GridStore,
  checked: ReadonlySet<string>,
  say: (text: string) => void,
): void {
  useLayoutEffect(() => store.setChecked(checked), [store, checked])
  const count = checked.size
  const told = useRef(count)
  const tell = useEffectEvent(() => say(selectedText(count)))
  useEffect(() => {
    if (told.current !== count) tell()
    told.current = count
  }, [count])
}
