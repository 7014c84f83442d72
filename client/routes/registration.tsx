import { createFileRoute, useRouter } from '@tanstack/react-router'
import { AskRegistrationPage } from '../features/session/ask-mail-page.tsx'
import { LinkGate } from '../features/session/link-gate.tsx'
import { RegistrationForm } from '../features/session/registration-form.tsx'
import type { Registered } from '../features/session/use-registration.ts'
import { linkToken } from '../features/session/use-link.ts'
import { requireNobody } from './-guards.ts'

export const Route = createFileRoute('/registration')({
  beforeLoad: requireNobody,
  component: Registration,
})

/** Without a token from an e-mail, ask only for the address. */
function Registration() {
  const router = useRouter()
  const token = linkToken()
  const goOn = ({ state, isTwoFactorRequired }: Registered) => {
    if (state === 'WAITING')
      return void router.navigate({ to: '/registration-approval', replace: true })
    return void router.navigate({
      to: '/registration-2fa',
      search: isTwoFactorRequired ? { required: true } : {},
      replace: true,
    })
  }
  if (token === '')
    return <AskRegistrationPage onAsked={() => void router.navigate({ to: '/verify-email' })} />
  return (
    <LinkGate token={token} purposes={['register', 'invitation']}>
      {(facts) => <RegistrationForm token={token} facts={facts} onRegistered={goOn} />}
    </LinkGate>
  )
}
