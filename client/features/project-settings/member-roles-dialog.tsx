import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { RoleChoice, ROLES_ID } from './role-choice.tsx'
import { projectMemberCalls, somebody } from './use-members.ts'

interface MemberRolesDialogProps {
  projectId: string
  member: ProjectMember
  onClose: () => void
  onSaved: () => void
}

export function MemberRolesDialog({ projectId, member, onClose, onSaved }: MemberRolesDialogProps) {
  const { t } = useLingui()
  const [roles, setRoles] = useState<readonly string[]>(member.roles)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const name = member.name || member.email
  const save = async () => {
    if (roles.length === 0)
      return setErrors([{ inputId: ROLES_ID, text: t`Choose at least one role.` }])
    setBusy(true)
    try {
      await projectMemberCalls.setRoles({
        params: { id: projectId },
        body: { ...somebody(member), roleIds: [...roles] },
      })
      toast.success(t`Roles of ${name} saved`)
      onSaved()
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Roles of ${name}`}>
      <ErrorSummary errors={errors} />
      <RoleChoice
        value={roles}
        onChange={setRoles}
        error={errors.find(({ inputId }) => inputId === ROLES_ID)?.text ?? null}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button loading={isBusy} onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </Dialog>
  )
}
