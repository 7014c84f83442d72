import { createFileRoute } from '@tanstack/react-router'
import { AdministrationPage } from '../../features/organization/administration-page.tsx'
import { requireSystemAdmin } from '../-guards.ts'

export const Route = createFileRoute('/_app/administration')({
  beforeLoad: requireSystemAdmin,
  component: AdministrationPage,
})
