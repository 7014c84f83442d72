import { createFileRoute } from '@tanstack/react-router'
import { VendorsPage } from '../../../features/organization/vendors-page.tsx'

export const Route = createFileRoute('/_app/organization/$id/vendors')({ component: Organization })

function Organization() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const open = (vendorId: number) =>
    void navigate({
      to: '/organization/$id/vendor/$vendorId/detail',
      params: { id, vendorId: String(vendorId) },
    })
  return <VendorsPage key={id} organizationId={Number(id)} openVendor={open} />
}
