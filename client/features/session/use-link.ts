import { useEffect, useState } from 'react'
import { registration, type LinkFacts } from '#schema/api/users-service/registration.ts'
import { callsOf } from '../../lib/api.ts'

export const registrationCalls = callsOf(registration)

/** The token of an e-mail link. It is in the fragment, which browsers never send to a server. */
export const linkToken = (): string => window.location.hash.slice(1)

export type FoundLink =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'found'; facts: LinkFacts }

/**
 * Looks up what a token is for, which does not use it up. Without a token, nothing is requested.
 */
export const useLink = (token: string): FoundLink => {
  const [link, setLink] = useState<FoundLink>({ state: 'loading' })
  useEffect(() => {
    let isCurrent = true
    if (token === '') return undefined
    registrationCalls.checkToken({ params: { token } }).then(
      (facts) => {
        if (isCurrent) setLink({ state: 'found', facts })
      },
      (error: unknown) => {
        if (isCurrent) setLink({ state: 'failed', error })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  return link
}
