import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginPage, type NextStep } from '../features/session/login-page.tsx'
import { currentSession } from '../lib/session.ts'
import { afterSignIn, signInSearch } from './-guards.ts'

export const Route = createFileRoute('/login')({
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => {
    if (currentSession() !== null) throw redirect({ href: afterSignIn(search), replace: true })
  },
  component: Login,
})

const PATHS = {
  code: '/login-2fa',
  setUpCode: '/registration-2fa',
  approval: '/registration-approval',
} as const satisfies Record<NextStep, string>

function Login() {
  const search = Route.useSearch()
  const router = useRouter()
  return (
    <LoginPage
      onSignedIn={() => void router.navigate({ href: afterSignIn(search), replace: true })}
      onNextStep={(step) =>
        void router.navigate({
          to: PATHS[step],
          search: step === 'code' ? search : step === 'setUpCode' ? { required: true } : {},
          hash: true,
        })
      }
    />
  )
}
