import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../features/session/unsubscribe-page.tsx'
import { linkToken } from '../features/session/use-link.ts'

export const Route = createFileRoute('/unsubscribe')({ component: Unsubscribe })

function Unsubscribe() {
  return <UnsubscribePage token={linkToken()} />
}
