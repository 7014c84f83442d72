import { useEffect, useState } from 'react'
import { registration, type LinkFacts } from '#schema/api/users-service/registration.ts'
import { callsOf } from '../../lib/api.ts'

export const registrationCalls = callsOf(registration)

/** The token of a mail's link stands behind the #, which no server and no other page ever gets. */
export const linkToken = (): string => window.location.hash.slice(1)

export type FoundLink =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'found'; facts: LinkFacts }

/** What stands behind the token; looking does not use it up. Nothing is asked without a token. */
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
