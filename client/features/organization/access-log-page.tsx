import { Trans, useLingui } from '@lingui/react/macro'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import type { AccessLogRow } from '#schema/api/users-service/organization-settings.ts'
import { exactText } from '../../lib/time-text.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { AccessFilters, type ChosenFilters, EVERYTHING, filtersOf } from './access-filters.tsx'
import { ACCESS_WORDS } from './access-words.ts'
import { settingsCalls } from './calls.ts'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { logObjectText } from './log-object-text.ts'
import { PagedTable } from './paged-table.tsx'
import { readSeen } from './read-seen.ts'
import { shownOf } from './shown-of.ts'
import { usePage } from './use-page.ts'

/** The access log: who did what and when, and whether it was allowed. */
export function AccessLogPage({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ChosenFilters>(EVERYTHING)
  const page = usePage()
  const { pageNumber, pageSize, setPage } = page
  const filters = filtersOf(chosen)
  const log = useRemote(JSON.stringify([organizationId, filters, pageNumber, pageSize]), () =>
    settingsCalls.accessLog({
      params: { id: String(organizationId) },
      body: { filters, pageNumber, pageSize },
    }),
  )
  const change = (patch: Partial<ChosenFilters>) => {
    setChosen((before) => ({ ...before, ...patch }))
    setPage(0)
  }
  const heads = [
    { label: t`Who` },
    { label: t`What` },
    { label: t({ message: 'Item', context: 'of what an entry is about' }) },
    { label: t`Result` },
    { label: t`When` },
    { label: t`Address` },
  ]
  return (
    <Page
      title={t`Access log`}
      toolbar={<OrganizationTabs organizationId={organizationId} />}
      isFlush
    >
      <div className={classes.body}>
        <AccessFilters chosen={chosen} onChange={change}>
          <ExportSeenButton
            read={readSeen.accessLog({ organizationId, filters, shown: shownOf(log) })}
          />
        </AccessFilters>
        <RemotePart remote={log}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState icon={<IconListDetails size={20} />} title={t`No results`}>
                <Trans>
                  Sign-ins and changes to people, projects and settings appear here for one year.
                </Trans>
              </EmptyState>
            ) : (
              <PagedTable page={page} total={total} heads={heads}>
                {items.map((line) => (
                  <AccessRow key={line.id} line={line} />
                ))}
              </PagedTable>
            )
          }
        </RemotePart>
      </div>
    </Page>
  )
}

function LogObject({ object }: Pick<AccessLogRow, 'object'>) {
  if (object === null) return null
  const text = logObjectText(object)
  return object.name === null ? (
    <span className={table.dim} title={object.id}>
      {text}
    </span>
  ) : (
    <>{text}</>
  )
}

function AccessRow({ line }: { line: AccessLogRow }) {
  const { t, i18n } = useLingui()
  const words = ACCESS_WORDS[line.action]
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>{line.name || t`Unknown`}</span>{' '}
        <span className={classes.sub}>{line.username}</span>
      </th>
      <td>{words === undefined ? line.action : i18n._(words)}</td>
      <td
        data-label={
          line.object === null
            ? undefined
            : t({ message: 'Item', context: 'of what an entry is about' })
        }
      >
        <LogObject object={line.object} />
      </td>
      <td>
        <StatePill tone={line.result === 'success' ? 'teal' : 'red'}>
          {line.result === 'success'
            ? t({ message: 'Done', context: 'result of an action' })
            : t`Refused`}
        </StatePill>
      </td>
      <td className={table.nowrap}>{exactText(line.at)}</td>
      <td className={table.dim} title={line.userAgent}>
        {line.address}
      </td>
    </tr>
  )
}
