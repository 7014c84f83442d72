import { useEffect, useState } from 'react'
import { onPageTitle } from '../../ui/pages/page-title.ts'

/** A page may first set a title for the time in which it loads. */
const SETTLE_MS = 300

/** Announces the open page to screen readers, since navigating does not move the focus. */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onPageTitle((next) => {
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(next), SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return (
    <p className="visually-hidden" role="status" data-page-title>
      {title}
    </p>
  )
}
