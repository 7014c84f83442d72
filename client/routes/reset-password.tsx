import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LinkGate } from '../features/session/link-gate.tsx'
import { LinkInvalidPage } from '../features/session/notice-page.tsx'
import { ResetPasswordPage } from '../features/session/reset-password-page.tsx'
import { linkToken } from '../features/session/use-link.ts'

export const Route = createFileRoute('/reset-password')({ component: ResetPassword })

function ResetPassword() {
  const router = useRouter()
  const token = linkToken()
  const done = () => void router.navigate({ to: '/password-change-confirmation', replace: true })
  return (
    <LinkGate token={token} purposes={['reset-password']}>
      {({ account }) =>
        account === null ? (
          <LinkInvalidPage reason="unknown" />
        ) : (
          <ResetPasswordPage token={token} account={account} onDone={done} />
        )
      }
    </LinkGate>
  )
}
