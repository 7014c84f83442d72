import { Button, Checkbox } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './move-dialogs.module.css'
import { type ChosenVendors, type OfferedVendor, vendorFieldId } from './chosen-vendors.ts'
import type { NamedVendor } from './new-vendor-form.tsx'

interface VendorChoicesProps {
  offered: readonly OfferedVendor[]
  chosen: ChosenVendors
  onChoose: (chosen: ChosenVendors) => void
  /** Null = the person may not invite contacts, or not now. */
  onInvite: ((vendor: NamedVendor) => void) | null
}

/** Picks the vendors to invite and the contacts of each who get access, all by default. */
export function VendorChoices({ offered, chosen, onChoose, onInvite }: VendorChoicesProps) {
  const { t } = useLingui()
  const turn = ({ value, people }: OfferedVendor, isOn: boolean) => {
    const next = new Map(chosen)
    if (isOn)
      next.set(
        value,
        people.map(({ userId }) => userId),
      )
    else next.delete(value)
    onChoose(next)
  }
  // No Checkbox.Group: it would also draw and change the boxes of the contacts.
  return (
    <fieldset className={classes.choices}>
      <legend>{t`Vendors invited to answer`}</legend>
      <ul className={classes.vendors}>
        {offered.map((vendor) => (
          <li key={vendor.value} className={classes.vendor}>
            <Checkbox
              id={vendorFieldId(vendor.value)}
              checked={chosen.has(vendor.value)}
              onChange={(event) => turn(vendor, event.currentTarget.checked)}
              label={vendor.label}
              description={<Contacts {...vendor} />}
            />
            {onInvite !== null && vendor.contacts + vendor.invited === 0 && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t`Invite a contact of ${vendor.label}`}
                onClick={() => onInvite({ id: vendor.value, name: vendor.label })}
              >
                {t`Invite a contact`}
              </Button>
            )}
            {chosen.has(vendor.value) && vendor.people.length > 0 && (
              <ContactChoices
                vendor={vendor}
                chosen={chosen.get(vendor.value) ?? []}
                onChoose={(userIds) => onChoose(new Map([...chosen, [vendor.value, userIds]]))}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Contacts({ contacts, invited, primaryContact }: OfferedVendor) {
  return (
    <>
      {contacts + invited === 0 ? (
        <Trans>No contact yet: no person can answer for this vendor.</Trans>
      ) : (
        <Plural value={contacts} one="# contact" other="# contacts" />
      )}
      {invited > 0 && (
        <>
          {' '}
          · <Plural value={invited} one="# invited" other="# invited" />
        </>
      )}
      {primaryContact !== null && ` · ${primaryContact}`}
    </>
  )
}

interface ContactChoicesProps {
  vendor: OfferedVendor
  chosen: readonly number[]
  onChoose: (userIds: readonly number[]) => void
}

/** The primary contact sees every project of the vendor, so that choice cannot be taken back. */
function ContactChoices({ vendor, chosen, onChoose }: ContactChoicesProps) {
  const { t } = useLingui()
  const turn = (userId: number, isOn: boolean) =>
    onChoose(isOn ? [...chosen, userId] : chosen.filter((id) => id !== userId))
  return (
    <fieldset className={classes.contacts}>
      <legend className="visually-hidden">{t`Contacts of ${vendor.label} with access`}</legend>
      {vendor.people.map(({ userId, name, isPrimaryContact }) => (
        <Checkbox
          key={userId}
          size="xs"
          label={name}
          description={isPrimaryContact ? t`Primary contact, sees all packages` : undefined}
          checked={chosen.includes(userId)}
          disabled={isPrimaryContact}
          onChange={(event) => turn(userId, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
