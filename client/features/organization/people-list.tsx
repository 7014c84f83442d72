import { Select, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { MEMBER_STATES } from '#schema/entities/organization.ts'
import type { Member } from '#schema/api/users-service/members.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { memberCalls } from './calls.ts'
import { Pager } from './pager.tsx'
import { usePage } from './use-page.ts'
import { PeopleTable } from './people-table.tsx'
import { useMemberStates } from './member-states.ts'
import { useRoleNames } from './role-names.ts'
import { readSeen } from './read-seen.ts'
import { shownOf } from './shown-of.ts'
import classes from './organization.module.css'

const RolesDialog = lazyDialog(() => import('./roles-dialog.tsx').then((part) => part.RolesDialog))
const EditProfileDialog = lazyDialog(() =>
  import('./edit-profile-dialog.tsx').then((part) => part.EditProfileDialog),
)
const ProlongDialog = lazyDialog(() =>
  import('./prolong-dialog.tsx').then((part) => part.ProlongDialog),
)

const SORTS = {
  newest: [],
  name: [{ field: 'name', direction: 'ASC' as const }],
  expiry: [{ field: 'expiresOn', direction: 'DESC' as const }],
}
type Sort = keyof typeof SORTS
const isSort = (value: string | null): value is Sort =>
  value !== null && Object.hasOwn(SORTS, value)

interface Changed {
  what: 'roles' | 'prolong' | 'profile'
  member: Member
}

/** Lists the people of an organization or vendor; the server searches and sorts. */
export function PeopleList({
  organizationId,
  isVendor,
  version,
}: {
  organizationId: number
  isVendor: boolean
  version: number
}) {
  const { t } = useLingui()
  const [q, setQ] = useState('')
  const [state, setState] = useState('ALL')
  const [sort, setSort] = useState<Sort>('newest')
  const page = usePage()
  const roleName = useRoleNames()
  const stateName = useMemberStates()
  const [changed, setChanged] = useState<Changed | null>(null)
  const filters = {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(state === 'ALL' ? {} : { state }),
  }
  const people = useRemote(
    JSON.stringify([organizationId, version, filters, sort, page.pageNumber, page.pageSize]),
    () =>
      memberCalls.list({
        params: { id: String(organizationId) },
        body: { filters, sorts: SORTS[sort], pageNumber: page.pageNumber, pageSize: page.pageSize },
      }),
  )
  const from = (change: () => void) => {
    change()
    page.setPage(0)
  }
  return (
    <>
      <PeopleFilters
        q={q}
        state={state}
        isVendor={isVendor}
        sort={sort}
        onQ={(value) => from(() => setQ(value))}
        onState={(value) => from(() => setState(value))}
        onSort={(value) => from(() => setSort(value))}
      >
        <ExportSeenButton
          read={readSeen.people({
            ...{ organizationId, filters, sorts: SORTS[sort], roleName, stateName },
            shown: shownOf(people),
          })}
        />
      </PeopleFilters>
      <RemotePart remote={people}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState
              icon={<IconUsers size={20} />}
              title={Object.keys(filters).length === 0 ? t`No one here yet` : t`No one found`}
            >
              {Object.keys(filters).length === 0 ? (
                <Trans>Invite people by email. They appear here once they accept.</Trans>
              ) : (
                <Trans>Try another word or status.</Trans>
              )}
            </EmptyState>
          ) : (
            <>
              <PeopleTable
                people={items}
                organizationId={organizationId}
                isVendor={isVendor}
                isAlone={total === 1 && Object.keys(filters).length === 0}
                onChanged={people.reload}
                onRoles={(member) => setChanged({ what: 'roles', member })}
                onProlong={(member) => setChanged({ what: 'prolong', member })}
                onProfile={(member) => setChanged({ what: 'profile', member })}
              />
              <Pager page={page} total={total} />
            </>
          )
        }
      </RemotePart>
      <PeopleDialogs
        organizationId={organizationId}
        changed={changed}
        onClose={() => setChanged(null)}
        onSaved={people.reload}
      />
    </>
  )
}

interface PeopleDialogsProps {
  organizationId: number
  changed: Changed | null
  onClose: () => void
  onSaved: () => void
}

/** The dialog of what the person changes about a member. */
function PeopleDialogs({ organizationId, changed, onClose, onSaved }: PeopleDialogsProps) {
  return (
    <Suspense fallback={null}>
      {changed?.what === 'roles' && (
        <RolesDialog
          organizationId={organizationId}
          member={changed.member}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
      {changed?.what === 'profile' && (
        <EditProfileDialog
          userId={changed.member.userId}
          name={changed.member.name}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
      {changed?.what === 'prolong' && (
        <ProlongDialog member={changed.member} onClose={onClose} onSaved={onSaved} />
      )}
    </Suspense>
  )
}

interface PeopleFiltersProps {
  q: string
  state: string
  isVendor: boolean
  sort: Sort
  onQ: (q: string) => void
  onState: (state: string) => void
  onSort: (sort: Sort) => void
  /** Stands after the filters. */
  children: ReactNode
}

function PeopleFilters({
  q,
  state,
  isVendor,
  sort,
  onQ,
  onState,
  onSort,
  children,
}: PeopleFiltersProps) {
  const { t } = useLingui()
  const nameOf = useMemberStates()
  return (
    <div role="search" className={classes.filters}>
      <TextInput
        className={classes.search}
        size="xs"
        aria-label={t`Search people`}
        placeholder={t`Search people`}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={q}
        onChange={(event) => onQ(event.currentTarget.value)}
      />
      <Select
        aria-label={t`Status`}
        size="xs"
        w="10.8em"
        value={state}
        onChange={(value) => onState(value ?? 'ALL')}
        data={[
          { value: 'ALL', label: t`All statuses` },
          ...MEMBER_STATES.filter((one) => isVendor || one !== 'PENDING').map((one) => ({
            value: one,
            label: nameOf(one),
          })),
        ]}
      />
      <Select
        aria-label={t`Sort by`}
        size="xs"
        w="10.8em"
        value={sort}
        onChange={(value) => {
          if (isSort(value)) onSort(value)
        }}
        data={[
          { value: 'newest', label: t`Newest first` },
          { value: 'name', label: t({ message: 'Name', context: 'of a person' }) },
          { value: 'expiry', label: t`Ends` },
        ]}
      />
      {children}
    </div>
  )
}
