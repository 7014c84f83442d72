import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { api } from '../../lib/api.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useRecentPlaces } from '../../lib/recent-places.ts'
import { GoTo } from '../../ui/go-to.tsx'
import { PageFrameProvider, usePageFrame, type Crumb } from '../../ui/page-frame.ts'
import { codeText } from '../../ui/refusal-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ProjectPill } from './project-pill.tsx'

/** Opens the project for everything inside, and gives the pages its part of the header. */
export function ProjectFrame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { t } = useLingui()
  const frame = usePageFrame()
  const { status, summary } = useProjectState(projectId)
  const onVisit = useRememberVisit(summary?.name ?? '')
  const inner = useMemo(() => {
    if (summary === undefined) return frame
    const crumb: Crumb = { label: summary.name, href: `/project/${projectId}/detail` }
    return { ...frame, crumbs: [crumb], pill: <ProjectPill project={summary} withDate />, onVisit }
  }, [frame, summary, projectId, onVisit])

  // What one could see a moment ago exists: it was closed to one, whatever the list says now.
  const [wasOpen, setWasOpen] = useState(false)
  if (summary !== undefined && !wasOpen) setWasOpen(true)
  const isConsentMissing = useConsentMissing(projectId, status === 'denied')
  const isDenied = status === 'denied' || (status === 'missing' && wasOpen)
  const refusal = status === 'denied' && isConsentMissing !== false ? null : isDenied ? codeText('project-load.denied')
    : status === 'missing' ? t`Cannot load project ${projectId}. Make sure project with id exists.` : null
  useEffect(() => {
    if (refusal !== null) toast.error(refusal)
  }, [refusal])
  if (isConsentMissing === true) return <GoTo to="/vendor/dashboard/collaborators" />
  if (refusal !== null) return <GoTo to="/" />
  if (status === 'loading' || summary === undefined) return <Skeleton />
  return <PageFrameProvider value={inner}>{children}</PageFrameProvider>
}

/** Whether a project that does not open waits for nothing but the vendor's consent; null = not known yet. */
const useConsentMissing = (projectId: string, isDenied: boolean): boolean | null => {
  const [isMissing, setMissing] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isDenied) return
    api.projects.get({ params: { id: projectId } }).then(() => setMissing(false), (error: unknown) => setMissing(error instanceof Refusal && error.code === 'NO_CONSENT'))
  }, [projectId, isDenied])
  useEffect(() => {
    if (isMissing === true) toast.error(codeText('NO_CONSENT'))
  }, [isMissing])
  return isMissing
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
        href: location.pathname, title,
        where: title === projectName ? t`Overview` : [projectName, ...crumbs.map((crumb) => crumb.label)].join(' / '), at: Date.now(),
      }),
    [projectName, t],
  )
}
