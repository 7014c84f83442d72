import { useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconBox,
  IconBuilding,
  IconChartBar,
  IconDownload,
  IconFileText,
  IconFolders,
  IconHelpCircle,
  IconHistory,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMessages,
  IconRocket,
  IconSettings,
  IconShieldCog,
  IconUsers,
  IconVersions,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import type { RailItem, RailSection } from '../features/shell/rail-items.ts'
import { useParked } from '../lib/parked.ts'
import { mayBrowseComments } from '../lib/project-access.ts'
import { useSummary } from '../lib/project-store.ts'
import { useSession } from '../lib/session.ts'
import { useVendorView } from '../lib/vendor-view.ts'

/** Links of the rail: the person's own pages, then those of the open project that they may open. */
export const useRail = (projectId: string | null): RailSection[] => {
  const { t } = useLingui()
  const session = useSession()
  const project = useSummary(projectId)
  const isViewed = useVendorView()?.projectId === projectId
  const parked = useParked(projectId ?? undefined)
  const parkedCount = isViewed ? 0 : parked.length
  return useMemo(() => {
    const isVendor = session?.vendorId != null
    const home: RailItem[] = isVendor
      ? [
          { href: '/vendor/dashboard/projects', label: t`Projects`, icon: IconFolders },
          { href: '/vendor/dashboard/collaborators', label: t`Collaborators`, icon: IconUsers },
        ]
      : [
          { href: '/dashboard', label: t`Dashboard`, icon: IconLayoutDashboard },
          { href: '/projects', label: t`Projects`, icon: IconFolders },
          {
            href: `/organization/${session?.organizationId}/projects`,
            label: t`Organization`,
            icon: IconBuilding,
            activeBelow: `/organization/${session?.organizationId}`,
          },
          ...(session?.permissions.includes('SYSTEM_ADMIN') === true
            ? [{ href: '/administration', label: t`Administration`, icon: IconShieldCog }]
            : []),
        ]
    const sections: RailSection[] = [{ id: 'home', label: '', items: home }]
    if (projectId === null || project === undefined) return sections
    const base = `/project/${projectId}`
    const waiting = (type: 'Q' | 'PP') =>
      isVendor || isViewed ? {} : { waiting: { projectId, type } }
    const may = (permission: (typeof project.me.permissions)[number]) =>
      project.me.permissions.includes(permission)
    const items: RailItem[] = [
      { href: `${base}/detail`, label: t`Overview`, icon: IconInfoCircle },
      { href: `${base}/packages`, label: t`Packages`, icon: IconBox },
      {
        href: `${base}/documents`,
        label: t`Documents`,
        icon: IconFileText,
        badge: parkedCount,
        badgeLabel: t`need your decision`,
      },
      { href: `${base}/releases`, label: t`Releases`, icon: IconRocket },
      ...(mayBrowseComments(project.me, 'Q')
        ? [
            {
              href: `${base}/questions-and-answers/all`,
              label: t`Q&A`,
              icon: IconHelpCircle,
              activeBelow: `${base}/questions-and-answers`,
              ...waiting('Q'),
            },
          ]
        : []),
      ...(mayBrowseComments(project.me, 'PP')
        ? [
            {
              href: `${base}/pain-points`,
              label: t`Pain points`,
              icon: IconAlertTriangle,
              ...waiting('PP'),
            },
          ]
        : []),
      ...(mayBrowseComments(project.me, 'D')
        ? [{ href: `${base}/discussions`, label: t`Discussions`, icon: IconMessages }]
        : []),
    ]
    if (!isVendor && may('SC_BROWSE'))
      items.push({ href: `${base}/evaluation-detail`, label: t`Evaluation`, icon: IconChartBar })
    if (!isViewed && may('PROJECT_VERSIONS_BROWSE'))
      items.push({ href: `${base}/versions`, label: t`Versions`, icon: IconVersions })
    // The history and exports of a vendor are on the server, for that vendor alone.
    if (!isViewed)
      items.push(
        { href: `${base}/exports`, label: t`Exports`, icon: IconDownload },
        { href: `${base}/history`, label: t`History`, icon: IconHistory },
      )
    if (!isVendor && may('PROJECT_EDIT_DETAILS'))
      items.push({
        href: `${base}/settings/general`,
        label: t`Settings`,
        icon: IconSettings,
        activeBelow: `${base}/settings`,
      })
    return [...sections, { id: 'project', label: project.name, items }]
  }, [session, project, projectId, isViewed, parkedCount, t])
}
