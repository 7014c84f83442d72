import { createFileRoute } from '@tanstack/react-router'
import { RegistrationSuccessPage } from '../features/session/notice-page.tsx'

export const Route = createFileRoute('/registration-success')({
  component: RegistrationSuccessPage,
})
