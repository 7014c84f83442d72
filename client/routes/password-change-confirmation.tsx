import { createFileRoute } from '@tanstack/react-router'
import { PasswordChangedPage } from '../features/session/notice-page.tsx'

export const Route = createFileRoute('/password-change-confirmation')({
  component: PasswordChangedPage,
})
