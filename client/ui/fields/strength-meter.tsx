import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { passwordStrength, SAFE_STRENGTH, type Strength } from '../../lib/password-strength.ts'
import classes from './new-password-fields.module.css'

/** Username, names and addresses of the password's owner, which an attacker would try. */
export interface PasswordOwner {
  username: string
  words: readonly string[]
}

const STEPS: readonly Strength[] = [1, 2, 3, 4]
/** Pause in typing before the strength is estimated. */
const PAUSE_MS = 150

/**
 * Shows how hard the password is to guess, as a word and four bars. Hidden while it is empty or has
 * no estimate.
 */
export function StrengthMeter({
  password,
  owner: { username, words },
}: {
  password: string
  owner: PasswordOwner
}) {
  const { t } = useLingui()
  const [strength, setStrength] = useState<Strength | null>(null)
  const known = [username, ...words].join('\n')
  useEffect(() => {
    if (password === '') return setStrength(null)
    let isCurrent = true
    const timer = setTimeout(() => {
      void passwordStrength(password, known.split('\n')).then((found) => {
        if (isCurrent) setStrength(found)
      })
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, known])
  if (strength === null) return null
  const texts = [
    t`Far too easy to guess`,
    t`Very easy to guess`,
    t`Easy to guess`,
    t`Hard to guess`,
    t`Very hard to guess`,
  ]
  return (
    <p className={classes.strength} data-safe={strength >= SAFE_STRENGTH}>
      {STEPS.map((step) => (
        <i key={step} data-full={strength >= step} aria-hidden />
      ))}
      <span role="status">{texts[strength]}</span>
    </p>
  )
}
