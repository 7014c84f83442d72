import { useEffect, type ReactNode } from 'react'
import classes from './login-page.module.css'

/** The frame of every screen that needs no session. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tenderbook`
  }, [title])
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <p className={classes.brand}>Tenderbook</p>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
