import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The title is set by the page after the path has changed. */
const SETTLE_MS = 300

/** Tells a screen reader which page is open now: the focus stays where the person left it. */
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
