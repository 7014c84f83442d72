import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  noticeSettings,
  type NoticeSettings,
} from '#schema/api/notification-service/notice-settings.ts'
import type { MailWay, NoticeGroup } from '#schema/tables/notice-groups.ts'
import { callsOf } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './account.module.css'
import { NoticeTimesFields } from './notice-times-fields.tsx'
import { NoticeWaysTable } from './notice-ways-table.tsx'

const calls = callsOf(noticeSettings)

/** Lets a person choose which way each kind of notification takes, and when. */
export function NoticeWaysPart() {
  const remote = useRemote('notice-settings', () => calls.own({}))
  return <RemotePart remote={remote}>{(settings) => <LoadedPart initial={settings} />}</RemotePart>
}

function LoadedPart({ initial }: { initial: NoticeSettings }) {
  const { t } = useLingui()
  const [settings, setSettings] = useState(initial)
  const save = async (call: () => Promise<NoticeSettings>) => {
    try {
      setSettings(await call())
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  const choose = (group: NoticeGroup, change: { mail?: MailWay; push?: boolean }) => {
    const former = settings.choices.find((one) => one.group === group && one.projectId === null)
    const body = { projectId: null, group, mail: null, push: null, ...former, ...change }
    void save(() => calls.choose({ body }))
  }
  return (
    <section aria-label={t`Ways of notifications`}>
      <p className={classes.lead}>
        <Trans>
          Every notification appears in the panel of the bell. Choose which ones also reach you by
          email or push.
        </Trans>
      </p>
      <NoticeWaysTable settings={settings} choose={choose} />
      <NoticeTimesFields
        times={settings}
        change={(times) => void save(() => calls.setTimes({ body: times }))}
      />
    </section>
  )
}
