import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { SetUpCodePage } from '../features/session/set-up-code-page.tsx'
import { keepPending, pendingSignIn } from '../lib/pending-sign-in.ts'
import { requireNobody } from './-guards.ts'

export const Route = createFileRoute('/registration-2fa')({
  validateSearch: (search: Record<string, unknown>): { required?: true | undefined } => ({
    required: search.required === true ? true : undefined,
  }),
  beforeLoad: () => {
    requireNobody()
    // A reload discards the credentials, so the password is needed again.
    if (pendingSignIn() === null) throw redirect({ to: '/login', replace: true })
  },
  component: SetUpCode,
})

function SetUpCode() {
  const router = useRouter()
  const { required } = Route.useSearch()
  const done = () => {
    keepPending(null)
    void router.navigate({ to: '/registration-success', replace: true })
  }
  return <SetUpCodePage isRequired={required === true} onDone={done} />
}
