import { createFileRoute } from '@tanstack/react-router'
import { TwoFactorPage } from '../../features/account/two-factor-page.tsx'

export const Route = createFileRoute('/_app/settings/2fa')({ component: TwoFactorPage })
