import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { noteLostAddress } from '../../lib/lost-address.ts'

/**
 * Redirects once, without a history entry for this page. The router's own Navigate navigates again
 * on each render; if navigating causes a render, it loops forever.
 */
export function GoTo({ to }: { to: '/' | '/dashboard' | '/login' }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

/** Redirects from an address that the person cannot open; the next page says so. */
export function LeaveLost({ to }: { to: '/' | '/dashboard' }) {
  const [path] = useState(() => location.pathname)
  useEffect(() => noteLostAddress(path), [path])
  return <GoTo to={to} />
}
