import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A page sets its title some time after the path has changed. */
const SETTLE_MS = 300

/** Announces the open page to screen readers, since navigating does not move the focus. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTitle(document.title), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}
