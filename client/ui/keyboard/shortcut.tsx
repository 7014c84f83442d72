import classes from './shortcut.module.css'
import { keyNames } from './keys.ts'

/** Keys as keycaps: `mod+k`, `shift+enter`, `g d`. */
export function Shortcut({ keys }: { keys: string }) {
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
