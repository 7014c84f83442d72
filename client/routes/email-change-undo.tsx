import { createFileRoute, useRouter } from '@tanstack/react-router'
import { EmailChangeUndoPage } from '../features/session/confirm-link-page.tsx'
import { LinkGate } from '../features/session/link-gate.tsx'
import { linkToken } from '../features/session/use-link.ts'

export const Route = createFileRoute('/email-change-undo')({ component: EmailChangeUndo })

function EmailChangeUndo() {
  const router = useRouter()
  const token = linkToken()
  const goOn = (resetToken: string) =>
    void router.navigate({ to: '/reset-password', hash: resetToken, replace: true })
  return (
    <LinkGate token={token} purposes={['undo-email-change']}>
      {(facts) => <EmailChangeUndoPage token={token} facts={facts} onUndone={goOn} />}
    </LinkGate>
  )
}
