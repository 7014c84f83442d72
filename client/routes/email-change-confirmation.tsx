import { createFileRoute } from '@tanstack/react-router'
import { EmailChangePage } from '../features/session/confirm-link-page.tsx'
import { LinkGate } from '../features/session/link-gate.tsx'
import { linkToken } from '../features/session/use-link.ts'

export const Route = createFileRoute('/email-change-confirmation')({ component: EmailChange })

function EmailChange() {
  const token = linkToken()
  return (
    <LinkGate token={token} purposes={['change-email']}>
      {(facts) => <EmailChangePage token={token} facts={facts} />}
    </LinkGate>
  )
}
