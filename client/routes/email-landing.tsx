import { createFileRoute, useRouter } from '@tanstack/react-router'
import { InvitationPage } from '../features/session/confirm-link-page.tsx'
import { LinkGate } from '../features/session/link-gate.tsx'
import { linkToken } from '../features/session/use-link.ts'
import { signOut } from '../lib/session.ts'

export const Route = createFileRoute('/email-landing')({ component: EmailLanding })

function EmailLanding() {
  const router = useRouter()
  const token = linkToken()
  // Accepting switches the active organization at the next sign-in: send unsent edits first.
  const leave = async () => {
    await signOut()
    await router.navigate({ to: '/' })
  }
  return (
    <LinkGate token={token} purposes={['invitation']}>
      {(facts) => (
        <InvitationPage
          token={token}
          facts={facts}
          onRegister={() => void router.navigate({ to: '/registration', hash: token })}
          onSignIn={() =>
            void router.navigate({
              to: '/login',
              search: { redirect: '/email-landing' },
              hash: token,
            })
          }
          onJoined={() => void leave()}
          onWaiting={() => void router.navigate({ to: '/registration-approval', replace: true })}
        />
      )}
    </LinkGate>
  )
}
