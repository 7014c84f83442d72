import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginCodePage } from '../features/session/login-code-page.tsx'
import { pendingSignIn } from '../lib/pending-sign-in.ts'
import { afterSignIn, requireNobody, signInSearch } from './-guards.ts'

export const Route = createFileRoute('/login-2fa')({
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => {
    requireNobody()
    // A reload discards the credentials, so the password is needed again.
    if (pendingSignIn() === null) throw redirect({ to: '/login', search, replace: true })
  },
  component: LoginCode,
})

function LoginCode() {
  const search = Route.useSearch()
  const router = useRouter()
  return (
    <LoginCodePage
      onSignedIn={() => void router.navigate({ href: afterSignIn(search), replace: true })}
    />
  )
}
