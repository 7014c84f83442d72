import { createFileRoute, useRouter } from '@tanstack/react-router'
import { EmailVerificationPage } from '../features/session/confirm-link-page.tsx'
import { LinkGate } from '../features/session/link-gate.tsx'
import { linkToken } from '../features/session/use-link.ts'

export const Route = createFileRoute('/email-verification')({ component: EmailVerification })

function EmailVerification() {
  const router = useRouter()
  const token = linkToken()
  return (
    <LinkGate token={token} purposes={['register']}>
      {(facts) => (
        <EmailVerificationPage
          facts={facts}
          onConfirmed={() => void router.navigate({ to: '/registration', hash: token })}
        />
      )}
    </LinkGate>
  )
}
