import { Trans, useLingui } from '@lingui/react/macro'
import type { Member } from '#schema/api/users-service/members.ts'
import { formatDate } from '#schema/rules/format.ts'
import { useSession } from '../../lib/session.ts'
import table from '../../ui/data-table.module.css'
import { PersonName } from '../../ui/person-name.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StatePill } from '../../ui/state-pill.tsx'
import { useMemberStates } from './member-states.ts'
import classes from './organization.module.css'
import { useRoleNames } from './role-names.ts'
import { useMemberActions } from './use-member-actions.tsx'
import type { PlaceRights } from './use-place.ts'

interface PeopleTableProps {
  people: readonly Member[]
  organizationId: number
  rights: PlaceRights
  onChanged: () => void
  onRoles: (member: Member) => void
  onProlong: (member: Member) => void
}

const TONES = { ACTIVE: 'teal', BLOCKED: 'red', EXPIRED: 'amber', PENDING: 'neutral' } as const

export function PeopleTable({ people, organizationId, rights, onChanged, onRoles, onProlong }: PeopleTableProps) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const stateName = useMemberStates()
  const session = useSession()
  const { remove, block, unblock, makePrimary } = useMemberActions(organizationId, rights.isVendor, onChanged)
  const itemsOf = (member: Member) => [
    ...(rights.roles && !rights.isVendor ? [{ label: t`Change roles…`, run: () => onRoles(member) }] : []),
    ...(rights.isVendor && rights.manage && !member.isPrimaryContact ? [{ label: t`Make primary contact…`, run: () => void makePrimary(member) }] : []),
    ...(rights.block && !rights.isVendor ? [{ label: t`Extend access…`, run: () => onProlong(member) }] : []),
    ...(rights.block && member.state === 'BLOCKED' ? [{ label: t`Unblock`, run: () => void unblock(member) }] : []),
    ...(rights.block && member.state === 'ACTIVE' ? [{ label: t`Block…`, run: () => void block(member) }] : []),
    ...(rights.manage ? [{ label: t`Remove…`, run: () => void remove(member), isApart: true, isDanger: true }] : []),
  ]
  return (
    <table className={table.table} data-cards>
      <thead>
        <tr>
          <th scope="col"><Trans context="of a person">Name</Trans></th>
          <th scope="col"><Trans>Roles</Trans></th>
          <th scope="col"><Trans>Status</Trans></th>
          <th scope="col"><Trans>Since</Trans></th>
          <th scope="col"><Trans>Ends</Trans></th>
          <th scope="col"><span className="visually-hidden">{t`Actions`}</span></th>
        </tr>
      </thead>
      <tbody>
        {people.map((member) => {
          const items = member.userId === session?.userId ? [] : itemsOf(member)
          return (
            <tr key={member.userId}>
              <td className={table.main}>
                <PersonName userId={member.userId} name={member.name} />
                <div className={classes.sub}>{member.username}{member.email !== '' && ` · ${member.email}`}</div>
              </td>
              <td data-label={t`Roles`}>{member.roleIds.map(roleName).join(', ')}</td>
              <td><StatePill tone={TONES[member.state]}>{stateName(member.state)}</StatePill></td>
              <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>{formatDate(member.createdOn)}</td>
              <td className={`${table.dim} ${table.nowrap}`} data-label={member.expiresOn === null ? undefined : t`Ends`}>{member.expiresOn === null ? null : formatDate(member.expiresOn)}</td>
              <td className={table.number}>{items.length > 0 && <RowMenu label={t`Actions for ${member.name}`} items={items} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
