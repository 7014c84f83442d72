import { createFileRoute } from '@tanstack/react-router'
import { VendorPage } from '../../../features/organization/vendor-page.tsx'

export const Route = createFileRoute('/_app/organization/$id/vendor/$vendorId/detail')({
  component: Organization,
})

function Organization() {
  const { id, vendorId } = Route.useParams()
  const navigate = Route.useNavigate()
  const leave = () => void navigate({ to: '/organization/$id/vendors', params: { id } })
  return (
    <VendorPage
      key={vendorId}
      organizationId={Number(id)}
      vendorId={Number(vendorId)}
      onDeleted={leave}
    />
  )
}
