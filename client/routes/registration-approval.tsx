import { createFileRoute } from '@tanstack/react-router'
import { RegistrationApprovalPage } from '../features/session/notice-page.tsx'

export const Route = createFileRoute('/registration-approval')({
  component: RegistrationApprovalPage,
})
