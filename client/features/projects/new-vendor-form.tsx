import { Button, Group, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { vendors } from '#schema/api/users-service/vendors.ts'
import { Refusal } from '#schema/refusal.ts'
import { readAddresses } from '#schema/rules/account/address-list.ts'
import { callsOf } from '../../lib/api.ts'
import { asContact, invitePeople } from '../../lib/invite-people.ts'
import { AddressField, addressProblems } from '../../ui/fields/address-field.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { InvitedAddresses, refusedAddresses } from '../../ui/feedback/invitation-result.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './move-dialogs.module.css'

const calls = callsOf(vendors)
const NAME_ID = 'new-vendor-name'
const ADDRESSES_ID = 'new-vendor-addresses'

export interface NamedVendor {
  id: number
  name: string
}
interface NewVendorFormProps {
  organizationId: number
  /** The vendor whose first contact is invited; null = create the vendor first. */
  vendor: NamedVendor | null
  mayInvite: boolean
  onCreated: (vendor: NamedVendor) => void
  onInvited: (vendor: NamedVendor, addresses: readonly string[]) => void
  /** @param to the vendor of the form; null = none was created */
  onClose: (to: NamedVendor | null) => void
}

/** Creates a vendor of the organization and invites its contacts. */
export function NewVendorForm({
  organizationId,
  vendor,
  mayInvite,
  onCreated,
  onInvited,
  onClose,
}: NewVendorFormProps) {
  const { t } = useLingui()
  const [created, setCreated] = useState(vendor)
  const [name, setName] = useState(vendor?.name ?? '')
  const [text, setText] = useState('')
  const [invited, setInvited] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  useEffect(
    () => document.getElementById(vendor === null ? NAME_ID : ADDRESSES_ID)?.focus(),
    [vendor],
  )

  const create = async (): Promise<NamedVendor> => {
    const made = await createVendor(organizationId, name.trim())
    setCreated(made)
    onCreated(made)
    return made
  }
  /** @returns the errors that keep the form open */
  const invite = async (to: NamedVendor): Promise<FieldError[]> => {
    const { addresses } = readAddresses(text)
    const result = await invitePeople({
      organizationId: to.id,
      addresses,
      asPerson: asContact(invited.length > 0),
    })
    if (result.invited.length > 0) onInvited(to, result.invited)
    setInvited([...invited, ...result.invited])
    setText(result.refused.map(({ address }) => address).join('\n'))
    return refusedAddresses(ADDRESSES_ID, result)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const problems = [
      ...(name.trim() === '' ? [{ inputId: NAME_ID, text: t`Enter a name` }] : []),
      ...(mayInvite ? addressProblems(ADDRESSES_ID, text, created !== null) : []),
    ]
    setErrors(problems)
    if (problems.length > 0) return
    setBusy(true)
    try {
      const to = created ?? (await create())
      const refused = await invite(to)
      if (refused.length === 0) return onClose(to)
      setErrors(refused)
    } catch (error) {
      const field = error instanceof Refusal && error.field === 'name' ? NAME_ID : null
      setErrors([{ inputId: field, text: refusalText(error) }])
    }
    setBusy(false)
  }
  return (
    <form
      className={classes.vendorForm}
      aria-label={created === null ? t`New vendor` : t`Invite a contact`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <ErrorSummary errors={errors} />
      {created === null ? (
        <VendorName value={name} onChange={setName} errors={errors} />
      ) : (
        <p className={classes.vendorName}>
          <strong>{created.name}</strong>
        </p>
      )}
      <InvitedAddresses invited={invited} />
      {mayInvite && (
        <ContactAddresses
          isRequired={created !== null}
          isFirst={invited.length === 0}
          value={text}
          onChange={setText}
          errors={errors}
        />
      )}
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button variant="default" onClick={() => onClose(created)}>
          {created === null || vendor !== null ? t`Cancel` : t`Close`}
        </Button>
        <Button type="submit" variant="light" loading={isBusy}>
          <SubmitLabel
            isCreated={created !== null}
            hasAddresses={readAddresses(text).addresses.length > 0}
          />
        </Button>
      </Group>
    </form>
  )
}

interface FormFieldProps {
  value: string
  onChange: (value: string) => void
  errors: readonly FieldError[]
}

function VendorName({ value, onChange, errors }: FormFieldProps) {
  const { t } = useLingui()
  const nameError = errors.find(({ inputId }) => inputId === NAME_ID)?.text
  return (
    <TextInput
      id={NAME_ID}
      label={t`Name of the vendor`}
      required
      maxLength={200}
      value={value}
      error={nameError}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function ContactAddresses({
  isRequired,
  isFirst,
  value,
  onChange,
  errors,
}: FormFieldProps & { isRequired: boolean; isFirst: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <AddressField
        id={ADDRESSES_ID}
        label={t`Email addresses of its contacts`}
        isRequired={isRequired}
        value={value}
        onChange={onChange}
        errors={errors}
      />
      {isFirst && (
        <p className={classes.hint}>
          <Trans>
            The first contact becomes the primary contact, who accepts the documentation and invites
            colleagues.
          </Trans>
        </p>
      )}
    </>
  )
}

const createVendor = async (organizationId: number, name: string): Promise<NamedVendor> => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { id } = await calls.create({
    params: { id: String(organizationId) },
    body: { name, description: '', zone },
  })
  return { id, name }
}

function SubmitLabel({ isCreated, hasAddresses }: { isCreated: boolean; hasAddresses: boolean }) {
  const { t } = useLingui()
  if (isCreated) return <>{t`Send invitation`}</>
  return <>{hasAddresses ? t`Create and invite` : t`Create vendor`}</>
}
