import { Button, Checkbox } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './move-dialogs.module.css'
import type { NamedVendor } from './new-vendor-form.tsx'

export interface OfferedVendor {
  value: number
  label: string
  contacts: number
  primaryContact: string | null
  /** Number of invitations not accepted yet. */
  invited: number
}

interface VendorChoicesProps {
  offered: readonly OfferedVendor[]
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
  /** Null = the person may not invite contacts, or not now. */
  onInvite: ((vendor: NamedVendor) => void) | null
}

/** Picks vendors to invite. One without a contact could not answer. */
export function VendorChoices({ offered, chosen, onChoose, onInvite }: VendorChoicesProps) {
  const { t } = useLingui()
  return (
    <Checkbox.Group
      label={t`Vendors invited to answer`}
      value={chosen.map(String)}
      onChange={(values) => onChoose(values.map(Number))}
    >
      <ul className={classes.vendors}>
        {offered.map((vendor) => (
          <li key={vendor.value} className={classes.vendor}>
            <Checkbox
              id={`vendor-${vendor.value}`}
              value={String(vendor.value)}
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
          </li>
        ))}
      </ul>
    </Checkbox.Group>
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
