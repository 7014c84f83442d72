import { createFileRoute } from '@tanstack/react-router'
import { PublicProfilePage } from '../../features/account/public-profile-page.tsx'

export const Route = createFileRoute('/_app/profile/$username')({ component: Profile })

function Profile() {
  const { username } = Route.useParams()
  return <PublicProfilePage username={username} />
}
