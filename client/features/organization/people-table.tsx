import { Trans, useLingui } from '@lingui/react/macro'
import type { Member } from '#schema/api/users-service/members.ts'
import { formatDate } from '#schema/rules/format.ts'
import type { MemberOffer } from '../../lib/offers/organization-offers.ts'
import { useMemberOffers } from '../../lib/offers/use-organization-offers.ts'
import table from '../../ui/elements/data-table.module.css'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { PersonName } from '../../ui/elements/person-name.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { useMemberStates } from './member-states.ts'
import classes from './organization.module.css'
import { useRoleNames } from './role-names.ts'
import { useMemberActions } from './use-member-actions.tsx'

interface PeopleTableProps {
  people: readonly Member[]
  organizationId: number
  isVendor: boolean
  /** True if the person is the only member. */
  isAlone: boolean
  onChanged: () => void
  onRoles: (member: Member) => void
  onProlong: (member: Member) => void
  onProfile: (member: Member) => void
}

interface MemberAction extends Pick<MenuItem, 'label' | 'isApart' | 'isDanger'> {
  offer: MemberOffer
  run: (member: Member) => unknown
}

const TONES = { ACTIVE: 'teal', BLOCKED: 'red', EXPIRED: 'amber', PENDING: 'amber' } as const

export function PeopleTable({
  people,
  organizationId,
  isVendor,
  isAlone,
  onChanged,
  onRoles,
  onProlong,
  onProfile,
}: PeopleTableProps) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const stateName = useMemberStates()
  const offlineReason = useOfflineReason()
  const offer = useMemberOffers(organizationId, isVendor)
  const act = useMemberActions(organizationId, isVendor, onChanged)
  const actions: readonly MemberAction[] = [
    { offer: 'approve', label: t`Approve…`, run: act.approve },
    { offer: 'refuse', label: t`Refuse…`, run: act.refuse, isDanger: true },
    { offer: 'editProfile', label: t`Edit profile…`, run: onProfile },
    { offer: 'setRoles', label: t`Change roles…`, run: onRoles },
    { offer: 'makePrimary', label: t`Make primary contact…`, run: act.makePrimary },
    { offer: 'prolong', label: t`Extend access…`, run: onProlong },
    { offer: 'resetPassword', label: t`Send a reset link…`, run: act.resetPassword },
    { offer: 'unblock', label: t`Unblock`, run: act.unblock },
    { offer: 'block', label: t`Block…`, run: act.block },
    {
      offer: 'disableTwoFactor',
      label: t`Deactivate 2FA…`,
      run: act.disableTwoFactor,
      isDanger: true,
    },
    { offer: 'remove', label: t`Remove…`, run: act.remove, isApart: true, isDanger: true },
    { offer: 'removeAccount', label: t`Delete account…`, run: act.removeAccount, isDanger: true },
  ]
  const itemsOf = (member: Member): MenuItem[] =>
    actions.flatMap(({ offer: name, run, ...item }) => {
      const found = offer(name, member, isAlone)
      return found === null
        ? []
        : [{ ...item, reason: found.reason ?? offlineReason, run: () => void run(member) }]
    })
  return (
    <table className={table.table} data-cards>
      <PeopleHead />
      <tbody>
        {people.map((member) => {
          const items = itemsOf(member)
          return (
            <tr key={member.userId}>
              <th scope="row" className={table.main}>
                <WithAvatar picture={member.avatar} name={member.name}>
                  <PersonName userId={member.userId} name={member.name} />
                  <div className={classes.sub}>
                    {member.username}
                    {member.email !== '' && ` · ${member.email}`}
                  </div>
                </WithAvatar>
              </th>
              <td data-label={t`Roles`}>{member.roleIds.map(roleName).join(', ')}</td>
              <td>
                <StatePill tone={TONES[member.state]}>{stateName(member.state)}</StatePill>
              </td>
              <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>
                {formatDate(member.createdOn)}
              </td>
              <td
                className={`${table.dim} ${table.nowrap}`}
                data-label={member.expiresOn === null ? undefined : t`Ends`}
              >
                {member.expiresOn === null ? null : formatDate(member.expiresOn)}
              </td>
              <td className={table.number}>
                {items.length > 0 && (
                  <RowMenu label={t`Actions for ${member.name}`} items={items} />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function PeopleHead() {
  const { t } = useLingui()
  return (
    <thead>
      <tr>
        <th scope="col">
          <Trans context="of a person">Name</Trans>
        </th>
        <th scope="col">
          <Trans>Roles</Trans>
        </th>
        <th scope="col">
          <Trans>Status</Trans>
        </th>
        <th scope="col">
          <Trans>Since</Trans>
        </th>
        <th scope="col">
          <Trans>Ends</Trans>
        </th>
        <th scope="col">
          <span className="visually-hidden">{t`Actions`}</span>
        </th>
      </tr>
    </thead>
  )
}
