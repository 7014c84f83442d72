import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { mayOpenSettings, SETTINGS_PAGES, type SettingsPage } from '../../lib/project-access.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { SectionTabs } from '../../ui/pages/section-tabs.tsx'
import { LeaveLost } from '../../ui/pages/go-to.tsx'

/** Tabs of the settings that the person may open. Any other page redirects to the home page. */
export function SettingsTabs({
  projectId,
  page,
  children,
}: {
  projectId: string
  page: SettingsPage
  children: ReactNode
}) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  if (actor === undefined) return null
  if (!mayOpenSettings(actor, page)) return <LeaveLost to="/" />
  const labels: Record<SettingsPage, string> = {
    general: t`General`,
    members: t`Members`,
    roles: t`Roles`,
    permissions: t`Permissions`,
  }
  const pages = SETTINGS_PAGES.filter((one) => mayOpenSettings(actor, one))
  return (
    <>
      <SectionTabs
        label={t`Project settings`}
        tabs={pages.map((one) => ({
          href: `/project/${projectId}/settings/${one}`,
          label: labels[one],
        }))}
      />
      {children}
    </>
  )
}
