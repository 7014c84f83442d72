import { createRootRoute, Outlet } from '@tanstack/react-router'
import { LeaveLost } from '../ui/pages/go-to.tsx'

/** Redirects unknown paths to the dashboard, which says so. */
const ToDashboard = () => <LeaveLost to="/dashboard" />

export const Route = createRootRoute({ component: Outlet, notFoundComponent: ToDashboard })
