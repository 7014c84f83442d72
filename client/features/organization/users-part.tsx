import { Select, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import { formatDate } from '#schema/rules/format.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { administrationCalls } from './calls.ts'
import classes from './organization.module.css'
import { PagedTable } from './paged-table.tsx'
import { readSeen } from './read-seen.ts'
import { shownOf } from './shown-of.ts'
import { usePage } from './use-page.ts'
import { useUserActions } from './use-user-actions.tsx'

const SessionsDialog = lazyDialog(() =>
  import('./sessions-dialog.tsx').then((part) => part.SessionsDialog),
)

const EditProfileDialog = lazyDialog(() =>
  import('./edit-profile-dialog.tsx').then((part) => part.EditProfileDialog),
)

const TONES = { ACTIVE: 'teal', BLOCKED: 'red', WAITING: 'amber' } as const

/** Lists all people with an account. */
export function UsersPart() {
  const { t } = useLingui()
  const [q, setQ] = useState('')
  const [state, setState] = useState<ListedUser['state'] | null>(null)
  const page = usePage()
  const { pageNumber, pageSize, setPage } = page
  const [shown, setShown] = useState<ListedUser | null>(null)
  const [edited, setEdited] = useState<ListedUser | null>(null)
  const chosen = { q: q.trim(), ...(state === null ? {} : { state }) }
  const query = { ...chosen, pageNumber: String(pageNumber), pageSize: String(pageSize) }
  const users = useRemote(JSON.stringify(query), () => administrationCalls.users({ query }))
  const itemsOf = useUserActions(users.reload, { onSessions: setShown, onProfile: setEdited })
  const stateNames = { ACTIVE: t`Active`, BLOCKED: t`Blocked`, WAITING: t`Waiting for approval` }
  const heads = [
    { label: t({ message: 'Name', context: 'of a person' }) },
    { label: t`Organizations` },
    { label: t`Status` },
    { label: t`2FA` },
    { label: t`Sessions`, isNumber: true },
    { label: t`Since` },
    { label: t`Actions`, isHidden: true },
  ]
  return (
    <>
      <div role="search" className={classes.filters}>
        <TextInput
          className={classes.search}
          size="xs"
          aria-label={t`Search users`}
          placeholder={t`Search users`}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value)
            setPage(0)
          }}
        />
        <Select
          aria-label={t`Status`}
          size="xs"
          w="13.1em"
          value={state ?? 'ALL'}
          onChange={(value) => {
            setState(
              value === 'ACTIVE' || value === 'BLOCKED' || value === 'WAITING' ? value : null,
            )
            setPage(0)
          }}
          data={[
            { value: 'ALL', label: t`All statuses` },
            ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <ExportSeenButton
          read={readSeen.users({ query: chosen, stateNames, shown: shownOf(users) })}
        />
      </div>
      <RemotePart remote={users}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconUsers size={20} />} title={t`No one found`}>
              <Trans>Try another word or status.</Trans>
            </EmptyState>
          ) : (
            <PagedTable page={page} total={total} heads={heads}>
              {items.map((user) => (
                <UserRow
                  key={user.id}
                  user={user}
                  stateName={stateNames[user.state]}
                  items={itemsOf(user)}
                />
              ))}
            </PagedTable>
          )
        }
      </RemotePart>
      <Suspense fallback={null}>
        {shown !== null && (
          <SessionsDialog user={shown} onClose={() => setShown(null)} onEnded={users.reload} />
        )}
        {edited !== null && (
          <EditProfileDialog
            userId={edited.id}
            name={edited.name}
            onClose={() => setEdited(null)}
            onSaved={users.reload}
          />
        )}
      </Suspense>
    </>
  )
}

interface UserRowProps {
  user: ListedUser
  stateName: string
  items: MenuItem[]
}

function UserRow({ user, stateName, items }: UserRowProps) {
  const { t } = useLingui()
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>{user.name}</span>
        <div className={classes.sub}>
          {user.username}
          {user.email !== '' && ` · ${user.email}`}
        </div>
      </th>
      <td>
        {user.organizations.map(({ name }) => name).join(', ')}
        {user.organizations.length === 0 && user.requestedOrganization}
      </td>
      <td>
        <StatePill tone={TONES[user.state]}>{stateName}</StatePill>
      </td>
      <td data-label={t`2FA`}>{user.otpActivated ? t`on` : t`off`}</td>
      <td className={table.number} data-label={t`Sessions`}>
        {user.sessions}
      </td>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>
        {formatDate(user.createdOn)}
      </td>
      <td className={table.number}>
        {items.length > 0 && <RowMenu label={t`Actions for ${user.name}`} items={items} />}
      </td>
    </tr>
  )
}
