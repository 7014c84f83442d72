import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../../features/projects/dashboard-page.tsx'
import { requireRequestor } from '../-guards.ts'

export const Route = createFileRoute('/_app/dashboard')({
  beforeLoad: requireRequestor,
  component: DashboardPage,
})
