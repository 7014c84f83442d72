import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Leaves this page for another one, without a way back to it. Once: the router's own component for this goes again each time something around it is
 * drawn, and where that follows from going, the page never answers again.
 */
export function GoTo({ to }: { to: '/' | '/dashboard' | '/login' }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}
