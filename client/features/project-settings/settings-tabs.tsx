import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Permission } from '#schema/tables/permissions.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { SectionTabs } from '../../ui/section-tabs.tsx'
import { GoTo } from '../../ui/go-to.tsx'

const NEEDED = { general: 'PROJECT_EDIT_DETAILS', members: 'PROJECT_MEMBERS_MANAGE', roles: 'PROJECT_ROLES_ADMINISTRATE', permissions: 'PROJECT_ROLES_ADMINISTRATE' } as const satisfies Record<string, Permission>
export type SettingsPage = keyof typeof NEEDED

/** The pages of the settings that the person may open; whoever may not open this one starts over. */
export function SettingsTabs({ projectId, page, children }: { projectId: string; page: SettingsPage; children: ReactNode }) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  if (actor === undefined) return null
  const may = (one: SettingsPage): boolean => actor.relation !== 'vendor' && actor.permissions.includes(NEEDED[one])
  if (!may(page)) return <GoTo to="/" />
  const labels: Record<SettingsPage, string> = { general: t`General`, members: t`Members`, roles: t`Roles`, permissions: t`Permissions` }
  const pages = (Object.keys(NEEDED) as SettingsPage[]).filter(may)
  return (
    <>
      <SectionTabs label={t`Project settings`} tabs={pages.map((one) => ({ href: `/project/${projectId}/settings/${one}`, label: labels[one] }))} />
      {children}
    </>
  )
}
