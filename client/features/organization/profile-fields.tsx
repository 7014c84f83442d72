import { Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldError } from '../../ui/fields/error-summary.tsx'

export interface ProfileDraft {
  name: string
  description: string
  zone: string
}
interface ProfileFieldsProps {
  value: ProfileDraft
  onChange: (value: ProfileDraft) => void
  errors: readonly FieldError[]
  isReadOnly?: boolean
}

/** The fields that organizations and vendors share. The browser supplies the list of time zones. */
export function ProfileFields({ value, onChange, errors, isReadOnly = false }: ProfileFieldsProps) {
  const { t } = useLingui()
  const errorAt = (id: string) => errors.find(({ inputId }) => inputId === id)?.text
  return (
    <>
      <TextInput
        id="organization-name"
        label={t`Name`}
        required
        maxLength={200}
        readOnly={isReadOnly}
        value={value.name}
        error={errorAt('organization-name')}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <Textarea
        mt="sm"
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        readOnly={isReadOnly}
        value={value.description}
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
      <TextInput
        mt="sm"
        id="organization-zone"
        label={t`Time zone`}
        description={t`Used for deadlines, for example Europe/Bratislava.`}
        required
        maxLength={100}
        readOnly={isReadOnly}
        list="zones"
        value={value.zone}
        error={errorAt('organization-zone')}
        onChange={(event) => onChange({ ...value, zone: event.currentTarget.value })}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** Maps the field that the server names in an error to the input that shows it. */
export const PROFILE_INPUTS: Readonly<Record<string, string>> = {
  name: 'organization-name',
  zone: 'organization-zone',
}
