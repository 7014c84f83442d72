import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { createPortal } from 'react-dom'
import { PageBar } from '../page-bar/page-bar.tsx'
import { usePageFrame, type Crumb } from './page-frame.ts'
import { setPageTitle, titleOf } from './page-title.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import classes from './page.module.css'
import { useContentLanguage } from '../elements/content-text.tsx'

interface PageProps {
  /** The h1, and the last part of the breadcrumb. */
  title: string
  /** Breadcrumbs between the project's name (from the route) and the title. */
  crumbs?: readonly Crumb[]
  /** The title is a name that the requestors gave. */
  isContentTitle?: boolean
  /** The title is the project's name, so omit that name from the breadcrumb. */
  isProjectRoot?: boolean
  /** Buttons at the right of the bar under the header. */
  actions?: ReactNode
  /** Left part of that bar: filters, tabs, counts. */
  toolbar?: ReactNode
  /** The content fills the page and scrolls by itself, as grids do. */
  isFlush?: boolean
  /** Limits the width for readable text. */
  isNarrow?: boolean
  children: ReactNode
}

const NO_CRUMBS: readonly Crumb[] = []

export function Page({
  title,
  crumbs = NO_CRUMBS,
  isContentTitle = false,
  isProjectRoot = false,
  actions,
  toolbar,
  isFlush = false,
  isNarrow = false,
  children,
}: PageProps) {
  const frame = usePageFrame()
  const { onVisit } = frame
  const projectName = frame.crumbs[0]?.label ?? null
  const latestCrumbs = useRef(crumbs)
  useEffect(() => {
    setPageTitle(titleOf(title, projectName))
    onVisit?.(title, latestCrumbs.current)
  }, [title, projectName, onVisit])
  const headingElement = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(headingElement, title)
  const heading = (
    <Breadcrumb
      crumbs={isProjectRoot ? crumbs : [...frame.crumbs, ...crumbs]}
      title={title}
      isContentTitle={isContentTitle || isProjectRoot}
      pill={frame.pill}
      headingRef={headingElement}
    />
  )
  return (
    <div className={classes.page} data-flush={isFlush || undefined}>
      {frame.pill !== null && <div className={classes.narrowPill}>{frame.pill}</div>}
      {frame.headerSlot ? createPortal(heading, frame.headerSlot) : heading}
      {(actions !== undefined || toolbar !== undefined) && (
        <PageBar toolbar={toolbar} actions={actions} />
      )}
      <div
        className={classes.content}
        data-flush={isFlush || undefined}
        data-narrow={isNarrow || undefined}
      >
        {children}
      </div>
    </div>
  )
}

function Breadcrumb({
  crumbs,
  title,
  isContentTitle,
  pill,
  headingRef,
}: {
  headingRef: Ref<HTMLHeadingElement>
  crumbs: readonly Crumb[]
  title: string
  isContentTitle: boolean
  pill: ReactNode
}) {
  const language = useContentLanguage()
  return (
    <div className={classes.breadcrumb}>
      {crumbs.map((crumb) => (
        <span key={crumb.href} className={classes.crumb}>
          <Link to={crumb.href} {...(crumb.isContent ? language : {})}>
            {crumb.label}
          </Link>
          <span aria-hidden className={classes.slash}>
            /
          </span>
        </span>
      ))}
      <h1
        ref={headingRef}
        className={classes.title}
        title={title}
        tabIndex={-1}
        {...(isContentTitle ? language : {})}
      >
        {title}
      </h1>
      {pill}
    </div>
  )
}
