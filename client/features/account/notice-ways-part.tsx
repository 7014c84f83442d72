import { NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { NoticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './account.module.css'
import { NoticeTimesFields } from './notice-times-fields.tsx'
import { NoticeWaysTable } from './notice-ways-table.tsx'
import { settingsCalls, useNoticeSettings } from './use-notice-settings.ts'

interface NoticeWaysPartProps {
  /** The projects that the person can choose other ways for. */
  projects: readonly { id: string; name: string }[]
}

/** Lets a person choose which way each kind of notification takes, in all projects or in one. */
export function NoticeWaysPart({ projects }: NoticeWaysPartProps) {
  const remote = useRemote('notice-settings', () => settingsCalls.own({}))
  return (
    <RemotePart remote={remote}>
      {(settings) => <LoadedPart initial={settings} projects={projects} />}
    </RemotePart>
  )
}

function LoadedPart({ initial, projects }: NoticeWaysPartProps & { initial: NoticeSettings }) {
  const { t } = useLingui()
  const { settings, choose, setTimes } = useNoticeSettings(initial)
  const [projectId, setProject] = useState<string | null>(null)
  const withOwn = new Set(
    settings.choices
      .filter(({ mail, push }) => mail !== null || push !== null)
      .map((choice) => choice.projectId),
  )
  return (
    <section aria-label={t`Ways of notifications`}>
      <p className={classes.lead}>
        <Trans>
          Every notification appears under “Notifications”, the bell in the header. Choose which
          ones also reach you by email or push.
        </Trans>
      </p>
      {projects.length > 0 && (
        <NativeSelect
          mb="md"
          maw={420}
          label={t`Choices for`}
          value={projectId ?? ''}
          data={[
            { value: '', label: t`All projects` },
            ...projects.map(({ id, name }) => ({
              value: id,
              label: withOwn.has(id) ? t`${name} (own choices)` : name,
            })),
          ]}
          onChange={(event) => setProject(event.currentTarget.value || null)}
        />
      )}
      <NoticeWaysTable
        settings={settings}
        projectId={projectId}
        choose={(group, change) => choose({ projectId, group }, change)}
      />
      <NoticeTimesFields times={settings} change={setTimes} />
    </section>
  )
}
