import { Shortcut } from './shortcut.tsx'
import { useSingleKeys } from './use-single-keys.ts'

/** Characters only, such as `?` or `g d`. */
const isSingleKey = (keys: string): boolean => /^\S( \S)*$/.test(keys)

interface CommandKeysProps {
  keys: string
  /** Shown if the person has turned these keys off. */
  off?: string
}

/** The keys of a command, unless the person has turned them off. */
export function CommandKeys({ keys, off }: CommandKeysProps) {
  const areOn = useSingleKeys()
  return areOn || !isSingleKey(keys) ? <Shortcut keys={keys} /> : off
}
