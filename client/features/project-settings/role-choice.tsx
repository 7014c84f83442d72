import { Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PROJECT_ROLES, useRoleDescriptions, useProjectRoleNames } from './project-roles.ts'
import parts from '../../ui/fields/form-parts.module.css'

export const ROLES_ID = 'member-roles'

export function RoleChoice({
  value,
  onChange,
  error,
}: {
  value: readonly string[]
  onChange: (roles: string[]) => void
  error: string | null
}) {
  const { t } = useLingui()
  const nameOf = useProjectRoleNames()
  const descriptionOf = useRoleDescriptions()
  return (
    <Checkbox.Group
      className={parts.field}
      label={t`Roles in the project`}
      value={[...value]}
      onChange={onChange}
      error={error}
    >
      <div className={parts.choices}>
        {PROJECT_ROLES.map((role, index) => (
          <Checkbox
            key={role}
            {...(index === 0 ? { id: ROLES_ID } : {})}
            value={role}
            label={nameOf(role)}
            description={descriptionOf(role)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
