import { NativeSelect, Switch } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NoticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import { groupsOfSide, waysOfGroup } from '#schema/rules/project/notice-ways.ts'
import { MAIL_WAYS, type MailWay, type NoticeGroup } from '#schema/tables/notice-groups.ts'
import { GROUP_NAMES } from '../../lib/notice-group-names.ts'
import { useSession } from '../../lib/session.ts'
import type { NoticeChoiceChange } from './use-notice-settings.ts'
import table from '../../ui/elements/data-table.module.css'
import classes from './notice-ways-table.module.css'

const MAIL_NAMES: Record<MailWay, MessageDescriptor> = {
  now: msg`At once`,
  hourly: msg`Hourly digest`,
  daily: msg`Daily digest`,
  never: msg`Never`,
}

interface NoticeWaysTableProps {
  settings: NoticeSettings
  /** null = the choices for all projects. */
  projectId: string | null
  choose: (group: NoticeGroup, change: NoticeChoiceChange) => void
}

/** Kinds of notifications × ways, for all projects or for one of them. */
export function NoticeWaysTable({ settings, projectId, choose }: NoticeWaysTableProps) {
  const { t } = useLingui()
  const side = useSession()?.vendorId == null ? 'requestor' : 'vendor'
  return (
    <table className={`${table.table} ${classes.ways}`}>
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
          const name = t(GROUP_NAMES[group])
          const shared = { group, name, rows: settings.choices, choose }
          return (
            <tr key={group} data-long={projectId !== null || undefined}>
              <th scope="row" className={table.main} style={{ whiteSpace: 'normal' }}>
                {name}
              </th>
              {projectId === null ? (
                <GeneralCells {...shared} />
              ) : (
                <ProjectCells {...shared} projectId={projectId} />
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface CellsProps extends Pick<NoticeWaysTableProps, 'choose'> {
  group: NoticeGroup
  /** The group's name on the screen. */
  name: string
  rows: NoticeSettings['choices']
}

function GeneralCells({ group, name, rows, choose }: CellsProps) {
  const { t } = useLingui()
  const { mail, push } = waysOfGroup(group, null, { isMuted: false, rows })
  return (
    <>
      <td data-label={t`Email`}>
        <NativeSelect
          size="xs"
          miw={128}
          value={mail}
          aria-label={t`Emails about ${name}`}
          data={MAIL_WAYS.map((value) => ({ value, label: t(MAIL_NAMES[value]) }))}
          onChange={(event) => choose(group, { mail: mailWayOf(event.currentTarget.value) })}
        />
      </td>
      <td className={table.number} data-label={t`Push`}>
        <Switch
          display="inline-block"
          classNames={{ track: classes.switch }}
          checked={push}
          aria-label={t`Push about ${name}`}
          onChange={(event) => choose(group, { push: event.currentTarget.checked })}
        />
      </td>
    </>
  )
}

/** Each way of one project can follow the choice for all projects, which it names. */
function ProjectCells({
  group,
  name,
  rows,
  projectId,
  choose,
}: CellsProps & { projectId: string }) {
  const { t } = useLingui()
  const general = waysOfGroup(group, null, { isMuted: false, rows })
  const own = rows.find((one) => one.group === group && one.projectId === projectId)
  const mailName = t(MAIL_NAMES[general.mail])
  const pushName = general.push ? t`On` : t`Off`
  return (
    <>
      <td data-label={t`Email`}>
        <NativeSelect
          size="xs"
          miw={128}
          value={own?.mail ?? ''}
          aria-label={t`Emails about ${name}`}
          data={[
            { value: '', label: t`${mailName} (as in all projects)` },
            ...MAIL_WAYS.map((value) => ({ value, label: t(MAIL_NAMES[value]) })),
          ]}
          onChange={(event) => choose(group, { mail: mailWayOf(event.currentTarget.value) })}
        />
      </td>
      <td data-label={t`Push`}>
        <NativeSelect
          size="xs"
          miw={96}
          value={own?.push == null ? '' : String(own.push)}
          aria-label={t`Push about ${name}`}
          data={[
            { value: '', label: t`${pushName} (as in all projects)` },
            { value: 'true', label: t`On` },
            { value: 'false', label: t`Off` },
          ]}
          onChange={({ currentTarget: { value } }) =>
            choose(group, { push: value === '' ? null : value === 'true' })
          }
        />
      </td>
    </>
  )
}

const mailWayOf = (value: string): MailWay | null => MAIL_WAYS.find((way) => way === value) ?? null
