import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { Refusal } from '#schema/refusal.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { vendorCalls } from './calls.ts'
import { PROFILE_INPUTS, type ProfileDraft, ProfileFields } from './profile-fields.tsx'

interface VendorDialogProps {
  organizationId: number
  vendor: VendorSummary | null
  onClose: () => void
  onSaved: (vendor: VendorSummary) => void
}

/** Creates a vendor or edits its profile. */
export function VendorDialog({ organizationId, vendor, onClose, onSaved }: VendorDialogProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<ProfileDraft>({
    name: vendor?.name ?? '',
    description: vendor?.description ?? '',
    zone: vendor?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.name.trim() === '')
      return setErrors([{ inputId: 'organization-name', text: t`Enter a name` }])
    try {
      onSaved(
        vendor === null
          ? await vendorCalls.create({ params: { id: String(organizationId) }, body: draft })
          : await vendorCalls.update({
              body: { id: vendor.id, updatedOn: vendor.updatedOn, ...draft },
            }),
      )
      onClose()
    } catch (error) {
      setErrors([
        {
          inputId:
            error instanceof Refusal && error.field !== undefined
              ? (PROFILE_INPUTS[error.field] ?? null)
              : null,
          text: refusalText(error),
        },
      ])
    }
  }
  return (
    <Dialog onClose={onClose} title={vendor === null ? t`New vendor` : t`Edit vendor`}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <ErrorSummary errors={errors} />
        <ProfileFields value={draft} onChange={setDraft} errors={errors} />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{vendor === null ? t`Create vendor` : t`Save`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
