import { createRootRoute, Outlet } from '@tanstack/react-router'
import { GoTo } from '../ui/go-to.tsx'

/** Unknown paths lead to the dashboard. */
const ToDashboard = () => <GoTo to="/dashboard" />

export const Route = createRootRoute({ component: Outlet, notFoundComponent: ToDashboard })
