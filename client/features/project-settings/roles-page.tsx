import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { MemberRows } from './member-rows.tsx'
import classes from './members.module.css'
import { PROJECT_ROLES, useProjectRoleNames } from './project-roles.ts'
import { projectMemberCalls, somebody, useMembers } from './use-members.ts'
import parts from '../../ui/fields/form-parts.module.css'

/** A matrix of members and roles; ticking a box gives the role, clearing it removes the role. */
export function RolesPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const members = useMembers(projectId)
  const offlineReason = useOfflineReason()
  const isOver = useProjectOffers(projectId)('members.setRoles') != null
  const lockedReason = isOver ? t`The project is archived: its team stays as it is.` : offlineReason
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (member: ProjectMember, roleIds: string[]) => {
    if (roleIds.length === 0)
      return toast.error(
        t`A member needs at least one role. To remove a person from the project, go to Members.`,
      )
    setBusy(member.email)
    try {
      await projectMemberCalls.setRoles({
        params: { id: projectId },
        body: { ...somebody(member), roleIds },
      })
    } catch (error) {
      toast.error(error)
    }
    setBusy(null)
    members.reload()
  }
  return (
    <Page title={t`Roles`}>
      <p className={parts.lead}>
        {lockedReason ?? (
          <Trans>
            The owner can do everything and needs no role. A person with several roles has the
            permissions of all of them.
          </Trans>
        )}
      </p>
      <RemotePart remote={members}>
        {(list) => (
          <div
            className={classes.scroll}
            tabIndex={0}
            role="region"
            aria-label={t`Members and their roles`}
          >
            <RoleMatrix
              members={list.filter(({ isOwner }) => !isOwner)}
              isLocked={lockedReason !== null}
              busy={busy}
              save={(member, roles) => void save(member, roles)}
            />
          </div>
        )}
      </RemotePart>
    </Page>
  )
}

interface RoleMatrixProps {
  members: readonly ProjectMember[]
  isLocked: boolean
  busy: string | null
  save: (member: ProjectMember, roles: string[]) => void
}

function RoleMatrix({ members, isLocked, busy, save }: RoleMatrixProps) {
  const { t } = useLingui()
  const nameOf = useProjectRoleNames()
  if (members.length === 0)
    return (
      <p>
        <Trans>No members besides the owner yet. Add people under Members.</Trans>
      </p>
    )
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Member</Trans>
          </th>
          {PROJECT_ROLES.map((role) => (
            <th key={role} scope="col">
              {nameOf(role)}
            </th>
          ))}
        </tr>
      </thead>
      <MemberRows
        members={members}
        cells={(member, name) => (
          <>
            <th scope="row">{name}</th>
            {PROJECT_ROLES.map((role) => (
              <td key={role}>
                <input
                  type="checkbox"
                  aria-label={t`${name}: ${nameOf(role)}`}
                  checked={member.roles.includes(role)}
                  disabled={isLocked || busy === member.email}
                  onChange={(event) =>
                    save(
                      member,
                      event.currentTarget.checked
                        ? [...member.roles, role]
                        : member.roles.filter((one) => one !== role),
                    )
                  }
                />
              </td>
            ))}
          </>
        )}
      />
    </table>
  )
}
