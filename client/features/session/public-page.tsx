import { useEffect, type ReactNode } from 'react'
import { useOtherLanguage } from '../../lib/language.ts'
import { setPageTitle, titleOf } from '../../ui/pages/page-title.ts'
import classes from './login-page.module.css'

/** Layout of every page that needs no session. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  const other = useOtherLanguage()
  useEffect(() => {
    setPageTitle(titleOf(title, null))
  }, [title])
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <div className={classes.top}>
          <p className={classes.brand}>Tenderbook</p>
          <button
            type="button"
            className={classes.language}
            lang={other.language}
            onClick={other.choose}
          >
            {other.name}
          </button>
        </div>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
