import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { TeamMember } from '../../lib/assigned-to.ts'

interface OwnerFieldProps {
  team: readonly TeamMember[]
  ownerId: number | null
  onChange: (ownerId: number | null) => void
}

/** A list of the team with search; cleared = unassigned. */
export function OwnerField({ team, ownerId, onChange }: OwnerFieldProps) {
  const { t } = useLingui()
  return (
    <Select
      label={t`Owner`}
      placeholder={t`Unassigned`}
      data-autofocus
      searchable
      clearable
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': t`Clear owner` }}
      value={ownerId === null ? null : String(ownerId)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      nothingFoundMessage={t`No one found with this name.`}
      data={team.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
