import { createFileRoute } from '@tanstack/react-router'
import { ForgottenPasswordSuccessPage } from '../features/session/notice-page.tsx'

export const Route = createFileRoute('/forgotten-password-success')({
  component: ForgottenPasswordSuccessPage,
})
