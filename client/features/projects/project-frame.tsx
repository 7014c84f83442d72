import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { textLanguage } from '#schema/rules/project/text-language.ts'
import { useFormsReady } from '../../lib/kept-form.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useRecentPlaces } from '../../lib/recent-places.ts'
import { LeaveLost } from '../../ui/pages/go-to.tsx'
import { PageFrameProvider, usePageFrame, type Crumb } from '../../ui/pages/page-frame.ts'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { ProjectPill } from './project-pill.tsx'
import { useLoadRefusal } from './use-load-refusal.tsx'
import { ContentLanguageProvider } from '../../ui/elements/content-text.tsx'

/** Opens the project for the pages inside and adds its name to their breadcrumbs. */
export function ProjectFrame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const frame = usePageFrame()
  const { status, summary } = useProjectState(projectId)
  const onVisit = useRememberVisit(summary?.name ?? '')
  const inner = useMemo(() => {
    if (summary === undefined) return frame
    const href = `/project/${projectId}/detail`
    const crumb: Crumb = { label: summary.name, href, isContent: true }
    return { ...frame, crumbs: [crumb], pill: <ProjectPill project={summary} withDate />, onVisit }
  }, [frame, summary, projectId, onVisit])

  const language = useMemo(() => textLanguage(summary?.language), [summary?.language])
  const areFormsReady = useFormsReady()
  const [wasOpen, setWasOpen] = useState(false)
  if (summary !== undefined && !wasOpen) setWasOpen(true)
  const refusal = useLoadRefusal(projectId, status, wasOpen)
  if (refusal !== null) return <LeaveLost to="/" />
  // Wait for kept form texts: forms read them when they mount.
  if (status !== 'ready' || summary === undefined || !areFormsReady) return <Skeleton />
  return (
    <ContentLanguageProvider value={language}>
      <PageFrameProvider value={inner}>{children}</PageFrameProvider>
    </ContentLanguageProvider>
  )
}

const useRememberVisit = (projectName: string) => {
  const { t } = useLingui()
  const [, remember] = useRecentPlaces()
  const latest = useRef(remember)
  useEffect(() => {
    latest.current = remember
  })
  return useCallback(
    (title: string, crumbs: readonly Crumb[]) =>
      latest.current({
        href: location.pathname,
        title,
        where:
          title === projectName
            ? t`Overview`
            : [projectName, ...crumbs.map((crumb) => crumb.label)].join(' / '),
        at: Date.now(),
      }),
    [projectName, t],
  )
}
