import { NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  noticeSettings,
  type NoticeSettings,
} from '#schema/api/notification-service/notice-settings.ts'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'
import { callsOf } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './account.module.css'
import { NoticeTimesFields } from './notice-times-fields.tsx'
import { type NoticeWaysChange, NoticeWaysTable } from './notice-ways-table.tsx'

const calls = callsOf(noticeSettings)

interface NoticeWaysPartProps {
  /** The projects that the person can choose other ways for. */
  projects: readonly { id: string; name: string }[]
}

/** Lets a person choose which way each kind of notification takes, in all projects or in one. */
export function NoticeWaysPart({ projects }: NoticeWaysPartProps) {
  const remote = useRemote('notice-settings', () => calls.own({}))
  return (
    <RemotePart remote={remote}>
      {(settings) => <LoadedPart initial={settings} projects={projects} />}
    </RemotePart>
  )
}

function LoadedPart({ initial, projects }: NoticeWaysPartProps & { initial: NoticeSettings }) {
  const { t } = useLingui()
  const [settings, setSettings] = useState(initial)
  const [projectId, setProject] = useState<string | null>(null)
  const save = async (call: () => Promise<NoticeSettings>) => {
    try {
      setSettings(await call())
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  const choose = (group: NoticeGroup, change: NoticeWaysChange) => {
    const former = settings.choices.find(
      (one) => one.group === group && one.projectId === projectId,
    )
    const body = { projectId, group, mail: null, push: null, ...former, ...change }
    void save(() => calls.choose({ body }))
  }
  const withOwn = new Set(
    settings.choices
      .filter(({ mail, push }) => mail !== null || push !== null)
      .map((choice) => choice.projectId),
  )
  return (
    <section aria-label={t`Ways of notifications`}>
      <p className={classes.lead}>
        <Trans>
          Every notification appears in the panel of the bell. Choose which ones also reach you by
          email or push.
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
      <NoticeWaysTable settings={settings} projectId={projectId} choose={choose} />
      <NoticeTimesFields
        times={settings}
        change={(times) => void save(() => calls.setTimes({ body: times }))}
      />
    </section>
  )
}
