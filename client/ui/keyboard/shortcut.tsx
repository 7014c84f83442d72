import classes from './shortcut.module.css'
import { keyNames } from './keys.ts'
import { isSingleKey, useSingleKeys } from './single-keys.ts'

interface ShortcutProps {
  keys: string
  /** Shown if the person has turned these keys off. */
  off?: string
}

/** Keys as keycaps: `mod+k`, `shift+enter`, `g d`. */
export function Shortcut({ keys, off }: ShortcutProps) {
  const areOn = useSingleKeys()
  if (!areOn && isSingleKey(keys)) return off
  return (
    <span className={classes.keys}>
      {keys.split(' ').map((chord) => (
        <kbd key={chord} className={classes.key}>
          {keyNames(chord)}
        </kbd>
      ))}
    </span>
  )
}
