import { Trans, useLingui } from '@lingui/react/macro'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'
import { formatDate } from '#schema/rules/format.ts'
import { mailLanguage } from '../../lib/language.ts'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { PersonName } from '../../ui/elements/person-name.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import notice from '../../ui/feedback/notice.module.css'
import { MemberRows } from './member-rows.tsx'
import classes from './members.module.css'
import { useProjectRoleNames } from './project-roles.ts'
import { projectMemberCalls, useMembers } from './use-members.ts'

const AddMemberDialog = lazyDialog(() =>
  import('./add-member-dialog.tsx').then((part) => part.AddMemberDialog),
)
const MemberRolesDialog = lazyDialog(() =>
  import('./member-roles-dialog.tsx').then((part) => part.MemberRolesDialog),
)

/** Lists the members of the project and the invited people. */
export function MembersPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const members = useMembers(projectId)
  const offlineReason = useOfflineReason()
  const offer = useProjectOffers(projectId)
  const isOver = offer('members.add') != null
  const lockedReason = isOver ? t`The project is archived: its team stays as it is.` : offlineReason
  const [isAdding, setAdding] = useState(false)
  const [changed, setChanged] = useState<ProjectMember | null>(null)
  const remove = async (member: ProjectMember) => {
    const name = member.name || member.email
    const isConfirmed = await confirm({
      title: t`Remove ${name}?`,
      confirmLabel: t`Remove`,
      danger: true,
      body:
        member.userId === null ? (
          <Trans>The invitation stops working.</Trans>
        ) : (
          <Trans>The project is removed from all their devices. What they wrote stays.</Trans>
        ),
    })
    if (!isConfirmed) return
    try {
      await projectMemberCalls.remove({
        params: { id: projectId },
        body: member.userId === null ? { emails: [member.email] } : { userIds: [member.userId] },
      })
      toast.success(t`${name} removed`)
    } catch (error) {
      toast.error(error)
    }
    members.reload()
  }
  const sendAgain = async ({ email, roles }: ProjectMember) => {
    try {
      await projectMemberCalls.add({
        params: { id: projectId },
        body: { email, roleIds: roles, language: mailLanguage() },
      })
      toast.success(t`Invitation sent again to ${email}. The earlier link no longer works.`)
    } catch (error) {
      toast.error(error)
    }
    members.reload()
  }
  return (
    <Page
      title={t`Members`}
      actions={
        <>
          <ExportMembers members={members} />
          <ExplainedButton
            reason={lockedReason}
            leftSection={<IconUserPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >{t`Add member`}</ExplainedButton>
        </>
      }
    >
      <RemotePart remote={members}>
        {(list) => (
          <>
            {list.some(({ alsoContactOf }) => alsoContactOf !== null) && <OtherSideNote />}
            <MemberTable
              members={list}
              onRoles={setChanged}
              onRemove={(member) => void remove(member)}
              onSendAgain={(member) => void sendAgain(member)}
              lockedReason={lockedReason}
            />
          </>
        )}
      </RemotePart>
      <Suspense fallback={null}>
        {isAdding && (
          <AddMemberDialog
            projectId={projectId}
            onClose={() => setAdding(false)}
            onAdded={members.reload}
          />
        )}
        {changed !== null && (
          <MemberRolesDialog
            projectId={projectId}
            member={changed}
            onClose={() => setChanged(null)}
            onSaved={members.reload}
          />
        )}
      </Suspense>
    </Page>
  )
}

function ExportMembers({ members }: { members: ReturnType<typeof useMembers> }) {
  const nameOf = useProjectRoleNames()
  const list = members.status === 'ready' ? members.value : []
  return (
    <ExportSeenButton
      read={() => import('./seen-members.ts').then((part) => part.seenMembers(list, nameOf))}
    />
  )
}

function OtherSideNote() {
  return (
    <p className={notice.notice} role="note">
      <Trans>
        A member who is also a contact of an invited vendor cannot see this project at all. Remove
        the member here, or ask the vendor to remove the contact.
      </Trans>
    </p>
  )
}

function OtherSideMark({ vendor }: { vendor: string }) {
  return (
    <span className={classes.mark} data-warning>
      <Trans>Also a contact of {vendor}</Trans>
    </span>
  )
}

interface MemberTableProps {
  members: readonly ProjectMember[]
  onRoles: (member: ProjectMember) => void
  onRemove: (member: ProjectMember) => void
  onSendAgain: (member: ProjectMember) => void
  lockedReason: string | null
}

function MemberTable({ members, onRoles, onRemove, onSendAgain, lockedReason }: MemberTableProps) {
  const { t } = useLingui()
  const nameOf = useProjectRoleNames()
  return (
    <table className={table.table} data-cards>
      <thead>
        <tr>
          <th scope="col">
            <Trans context="of a person">Name</Trans>
          </th>
          <th scope="col">
            <Trans>Email</Trans>
          </th>
          <th scope="col">
            <Trans>Roles</Trans>
          </th>
          <th scope="col">
            <Trans>Since</Trans>
          </th>
          <th scope="col">
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <MemberRows
        members={members}
        cells={(member, name) => (
          <>
            <th scope="row" className={table.main}>
              <WithAvatar name={name}>
                {member.userId === null ? (
                  <span className={classes.name}>{name}</span>
                ) : (
                  <PersonName userId={member.userId} name={name} />
                )}{' '}
                {member.userId === null && (
                  <span className={classes.mark}>
                    <Trans>Invited</Trans>
                  </span>
                )}
                {member.isBlocked && (
                  <span className={classes.mark}>
                    <Trans>Blocked</Trans>
                  </span>
                )}
                {member.alsoContactOf !== null && <OtherSideMark vendor={member.alsoContactOf} />}
              </WithAvatar>
            </th>
            <td className={table.dim}>{member.userId === null ? null : member.email}</td>
            <td data-label={t`Roles`}>
              {member.isOwner ? t`Owner` : member.roles.map(nameOf).join(', ')}
            </td>
            <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>
              {formatDate(member.since)}
            </td>
            <td className={table.number}>
              {!member.isOwner && (
                <RowMenu
                  label={t`Actions for ${name}`}
                  items={[
                    { label: t`Change roles…`, reason: lockedReason, run: () => onRoles(member) },
                    ...(member.userId === null
                      ? [
                          {
                            label: t`Send the invitation again`,
                            reason: lockedReason,
                            run: () => onSendAgain(member),
                          },
                        ]
                      : []),
                    {
                      label: t`Remove…`,
                      reason: lockedReason,
                      run: () => onRemove(member),
                      isApart: true,
                    },
                  ]}
                />
              )}
            </td>
          </>
        )}
      />
    </table>
  )
}
