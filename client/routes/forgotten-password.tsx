import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ForgottenPasswordPage } from '../features/session/ask-mail-page.tsx'
import { requireNobody } from './-guards.ts'

export const Route = createFileRoute('/forgotten-password')({
  beforeLoad: requireNobody,
  component: ForgottenPassword,
})

function ForgottenPassword() {
  const router = useRouter()
  return (
    <ForgottenPasswordPage
      onAsked={() => void router.navigate({ to: '/forgotten-password-success' })}
    />
  )
}
