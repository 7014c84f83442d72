import { Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { useHome } from '../../lib/home-list.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { AccountTabs } from './account-tabs.tsx'
import { noticeCalls } from './calls.ts'
import { NoticeWaysPart } from './notice-ways-part.tsx'

/** Lets a person choose the projects that they get notifications about. */
export function ProjectNoticesPage() {
  const { t } = useLingui()
  const { projects } = useHome()
  const muted = useRemote('muted', () => noticeCalls.notifications({}))
  const shown = projects
    .filter(({ state }) => state !== 'ARCHIVED')
    .toSorted((some, other) => some.name.localeCompare(other.name))
  return (
    <>
      <AccountTabs />
      <Page title={t`Notifications`} isNarrow>
        <NoticeWaysPart projects={shown} />
        {shown.length === 0 ? (
          <EmptyState icon={<IconFolders size={20} />} title={t`No projects yet`}>
            <Trans>Once you join a project, choose here which notifications you get.</Trans>
          </EmptyState>
        ) : (
          <RemotePart remote={muted}>
            {(ids) => (
              <>
                <p className={classes.lead}>
                  <Trans>
                    You get notifications from these projects. Turn off the ones you don't need.
                  </Trans>
                </p>
                <table className={table.table}>
                  <thead>
                    <tr>
                      <th scope="col">
                        <Trans>Project</Trans>
                      </th>
                      <th scope="col" className={table.number}>
                        <Trans>Notifications</Trans>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map((project) => (
                      <ProjectRow
                        key={project.id}
                        project={project}
                        isMuted={ids.includes(project.id)}
                      />
                    ))}
                  </tbody>
                </table>
              </>
            )}
          </RemotePart>
        )}
      </Page>
    </>
  )
}

/** Shows the choice at once and reverts it if the call to the server fails. */
function ProjectRow({
  project: { id, name },
  isMuted,
}: {
  project: ProjectSummary
  isMuted: boolean
}) {
  const { t } = useLingui()
  const [isOn, setOn] = useState(!isMuted)
  const change = async (next: boolean) => {
    setOn(next)
    try {
      await noticeCalls.setNotifications({
        params: { id },
        query: { enabled: next ? 'true' : 'false' },
      })
    } catch {
      setOn(!next)
      toast.error(codeText('toast.notifications', { project: name }))
    }
  }
  return (
    <tr>
      <th scope="row" className={table.main}>
        <Link to="/project/$id/detail" params={{ id }}>
          {name}
        </Link>
      </th>
      <td className={table.number}>
        <Switch
          display="inline-block"
          checked={isOn}
          onChange={(event) => void change(event.currentTarget.checked)}
          aria-label={t`Notifications for ${name}`}
        />
      </td>
    </tr>
  )
}
