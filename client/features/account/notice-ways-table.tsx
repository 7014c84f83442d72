import { NativeSelect, Switch } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NoticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import { groupsOfSide, waysOfGroup } from '#schema/rules/project/notice-ways.ts'
import { MAIL_WAYS, type MailWay, type NoticeGroup } from '#schema/tables/notice-groups.ts'
import { useSession } from '../../lib/session.ts'
import table from '../../ui/elements/data-table.module.css'

const GROUP_NAMES: Record<NoticeGroup, MessageDescriptor> = {
  deadlines: msg`Deadlines`,
  steps: msg`Project milestones`,
  messages: msg`Messages from the project owner`,
  replies: msg`Answers to questions`,
  mentions: msg`Mentions`,
  assignments: msg`Assignments and roles`,
  questions: msg`Questions and pain points`,
  discussions: msg`Discussions`,
  answers: msg`Submitted answers`,
  security: msg`Security`,
}
const MAIL_NAMES: Record<MailWay, MessageDescriptor> = {
  now: msg`At once`,
  hourly: msg`Hourly digest`,
  daily: msg`Daily digest`,
  never: msg`Never`,
}

interface NoticeWaysTableProps {
  settings: NoticeSettings
  choose: (group: NoticeGroup, change: { mail?: MailWay; push?: boolean }) => void
}

/** Kinds of notifications × ways, for all projects. */
export function NoticeWaysTable({ settings, choose }: NoticeWaysTableProps) {
  const { t } = useLingui()
  const side = useSession()?.vendorId == null ? 'requestor' : 'vendor'
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Kind</Trans>
          </th>
          <th scope="col">
            <Trans>Email</Trans>
          </th>
          <th scope="col" className={table.number}>
            <Trans>Push</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {groupsOfSide(side).map((group) => {
          const { mail, push } = waysOfGroup(group, null, {
            isMuted: false,
            rows: settings.choices,
          })
          const name = t(GROUP_NAMES[group])
          return (
            <tr key={group}>
              <th scope="row" className={table.main} style={{ whiteSpace: 'normal' }}>
                {name}
              </th>
              <td>
                <NativeSelect
                  size="xs"
                  miw={128}
                  value={mail}
                  aria-label={t`Emails about ${name}`}
                  data={MAIL_WAYS.map((value) => ({ value, label: t(MAIL_NAMES[value]) }))}
                  onChange={(event) => {
                    const chosen = MAIL_WAYS.find((way) => way === event.currentTarget.value)
                    if (chosen !== undefined) choose(group, { mail: chosen })
                  }}
                />
              </td>
              <td className={table.number}>
                <Switch
                  display="inline-block"
                  checked={push}
                  aria-label={t`Push about ${name}`}
                  onChange={(event) => choose(group, { push: event.currentTarget.checked })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
