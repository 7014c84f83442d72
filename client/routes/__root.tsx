import { createRootRoute, Navigate, Outlet } from '@tanstack/react-router'

/** Unknown paths lead to the dashboard. */
const ToDashboard = () => <Navigate to="/dashboard" replace />

export const Route = createRootRoute({ component: Outlet, notFoundComponent: ToDashboard })
