import { Select, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconListDetails } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { AccessLogRow } from '#schema/api/users-service/organization-settings.ts'
import { exactText } from '../../lib/time-text.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { DateField } from '../../ui/fields/date-field.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { ACCESS_WORDS } from './access-words.ts'
import { settingsCalls } from './calls.ts'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { PagedTable } from './paged-table.tsx'

const PAGE_SIZE = 25
const DAY_MS = 86_400_000
const startOf = (date: string): number => Date.parse(`${date}T00:00:00`)

/** Who did what when, and whether it was allowed. */
export function AccessLogPage({ organizationId }: { organizationId: number }) {
  const { t, i18n } = useLingui()
  const wordsOf = (action: string): string => {
    const words = ACCESS_WORDS[action]
    return words === undefined ? action : i18n._(words)
  }
  const choices = useMemo(
    () =>
      Object.entries(ACCESS_WORDS)
        .map(([value, words]) => ({ value, label: i18n._(words) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [i18n],
  )
  const [who, setWho] = useState('')
  const [what, setWhat] = useState<string | null>(null)
  const [result, setResult] = useState<'success' | 'failure' | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [pageNumber, setPage] = useState(0)
  const filters = {
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(what === null ? {} : { what }),
    ...(result === null ? {} : { result }),
    ...(from === null ? {} : { from: startOf(from) }),
    ...(to === null ? {} : { to: startOf(to) + DAY_MS }),
  }
  const log = useRemote(JSON.stringify([organizationId, filters, pageNumber]), () =>
    settingsCalls.accessLog({
      params: { id: String(organizationId) },
      body: { filters, pageNumber, pageSize: PAGE_SIZE },
    }),
  )
  const fromStart = (change: () => void) => {
    change()
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
        <div role="search" className={classes.filters} data-even>
          <TextInput
            label={t`Who`}
            value={who}
            onChange={(event) => {
              const { value } = event.currentTarget
              fromStart(() => setWho(value))
            }}
          />
          <Select
            w={260}
            label={t`What`}
            searchable
            nothingFoundMessage={t`No results`}
            value={what ?? 'ALL'}
            onChange={(value) => fromStart(() => setWhat(value === 'ALL' ? null : value))}
            data={[{ value: 'ALL', label: t`Anything` }, ...choices]}
          />
          <Select
            w={130}
            label={t`Result`}
            value={result ?? 'ALL'}
            onChange={(value) =>
              fromStart(() => setResult(value === 'success' || value === 'failure' ? value : null))
            }
            data={[
              { value: 'ALL', label: t`All` },
              { value: 'success', label: t`Done` },
              { value: 'failure', label: t`Refused` },
            ]}
          />
          <DateField
            label={t`From`}
            value={from}
            onChange={(date) => fromStart(() => setFrom(date))}
          />
          <DateField label={t`To`} value={to} onChange={(date) => fromStart(() => setTo(date))} />
        </div>
        <RemotePart remote={log}>
          {({ items, total, pageSize }) =>
            total === 0 ? (
              <EmptyState icon={<IconListDetails size={20} />} title={t`No results`}>
                <Trans>
                  Sign-ins and changes to people, projects and settings appear here for one year.
                </Trans>
              </EmptyState>
            ) : (
              <PagedTable page={{ pageNumber, pageSize, total }} onPage={setPage} heads={heads}>
                {items.map((line) => (
                  <tr key={line.id}>
                    <td className={table.main}>
                      <span className={classes.name}>{line.name || t`Unknown`}</span>{' '}
                      <span className={classes.sub}>{line.username}</span>
                    </td>
                    <td>{wordsOf(line.action)}</td>
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
                        {line.result === 'success' ? t`Done` : t`Refused`}
                      </StatePill>
                    </td>
                    <td className={table.nowrap}>{exactText(line.at)}</td>
                    <td className={table.dim} title={line.userAgent}>
                      {line.address}
                    </td>
                  </tr>
                ))}
              </PagedTable>
            )
          }
        </RemotePart>
      </div>
    </Page>
  )
}

/** By its name; what the reader may not know, or what is gone, by its kind and number. */
function LogObject({ object }: Pick<AccessLogRow, 'object'>) {
  const { t } = useLingui()
  if (object === null) return null
  if (object.name !== null) return <>{object.name}</>
  const kinds = {
    person: t`Person`,
    organization: t`Organization`,
    project: t`Project`,
    file: t`File`,
  }
  return (
    <span className={table.dim} title={object.id}>
      {kinds[object.kind]} {object.id.slice(-8)}
    </span>
  )
}
