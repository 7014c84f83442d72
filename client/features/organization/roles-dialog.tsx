import { Button, Checkbox, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Member } from '#schema/api/users-service/members.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { memberCalls } from './calls.ts'
import classes from './organization.module.css'
import { useRoleNames } from './role-names.ts'
import parts from '../../ui/fields/form-parts.module.css'

interface RolesDialogProps {
  organizationId: number
  member: Member
  onClose: () => void
  onSaved: () => void
}

/** Sets the roles of a member. Roles that the person may not give stay unchanged. */
export function RolesDialog({ organizationId, member, onClose, onSaved }: RolesDialogProps) {
  const { t } = useLingui()
  const nameOf = useRoleNames()
  const params = { id: String(organizationId) }
  const offered = useRemote(params.id, () => memberCalls.roles({ params }))
  const [chosen, setChosen] = useState<readonly string[]>(member.roleIds)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    try {
      await memberCalls.setRoles({ params, body: { userId: member.userId, roleIds: [...chosen] } })
      onSaved()
      onClose()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Roles of ${member.name}`}>
      <ErrorSummary errors={problem === null ? [] : [{ inputId: null, text: problem }]} />
      <RemotePart remote={offered}>
        {(roles) => (
          <Checkbox.Group
            label={t`Roles in the organization`}
            value={[...chosen]}
            onChange={setChosen}
          >
            <div className={parts.choices}>
              {roles.map((role) => (
                <Checkbox key={role.id} value={role.id} label={nameOf(role.id)} />
              ))}
              {member.roleIds
                .filter((id) => !roles.some((role) => role.id === id))
                .map((id) => (
                  <p key={id} className={classes.sub}>
                    <Trans>{nameOf(id)}: only a person with this role can remove it.</Trans>
                  </p>
                ))}
            </div>
          </Checkbox.Group>
        )}
      </RemotePart>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </Dialog>
  )
}
