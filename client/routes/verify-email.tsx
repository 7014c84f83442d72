import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '../features/session/notice-page.tsx'

export const Route = createFileRoute('/verify-email')({ component: VerifyEmailPage })
