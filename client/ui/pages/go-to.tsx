import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { noteLostAddress } from '../../lib/lost-address.ts'

/**
 * Leaves this page for another one, without a way back to it. Once: the router's own component for
 * this goes again each time something around it is drawn, and where that follows from going, the
 * page never answers again.
 */
export function GoTo({ to }: { to: '/' | '/dashboard' | '/login' }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

/**
 * The same for an address at which nothing stands that the person can open: the next page says so.
 */
export function LeaveLost({ to }: { to: '/' | '/dashboard' }) {
  const [path] = useState(() => location.pathname)
  useEffect(() => noteLostAddress(path), [path])
  return <GoTo to={to} />
}
