import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginPage } from '../features/session/login-page.tsx'
import { currentSession } from '../lib/session.ts'
import { homeOf, localPath } from './-guards.ts'

export interface LoginSearch { redirect?: string }

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => {
    const target = localPath(search.redirect)
    return target === undefined ? {} : { redirect: target }
  },
  beforeLoad: ({ search }) => {
    if (currentSession() !== null) throw redirect({ href: search.redirect ?? homeOf(), replace: true })
  },
  component: Login,
})

function Login() {
  const { redirect: target } = Route.useSearch()
  const router = useRouter()
  return <LoginPage onSignedIn={() => void router.navigate({ href: target ?? homeOf(), replace: true })} />
}
