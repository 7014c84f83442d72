import { Button, Checkbox, Group } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { readAddresses } from '#schema/rules/account/address-list.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { asContact, invitePeople } from '../../lib/invite-people.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { AddressField, addressProblems } from '../../ui/fields/address-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { InvitedAddresses, refusedAddresses } from '../../ui/feedback/invitation-result.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { memberCalls } from './calls.ts'
import { useRoleNames } from './role-names.ts'
import parts from '../../ui/fields/form-parts.module.css'

interface InviteDialogProps {
  organizationId: number
  isVendor: boolean
  hasPrimary: boolean
  onClose: () => void
  onInvited: () => void
}

const ADDRESSES_ID = 'invite-email'

/** Invites several people by e-mail. A vendor's first contact becomes its primary contact. */
export function InviteDialog({
  organizationId,
  isVendor,
  hasPrimary,
  onClose,
  onInvited,
}: InviteDialogProps) {
  const { t } = useLingui()
  const offered = useRemote(String(organizationId), () =>
    memberCalls.roles({ params: { id: String(organizationId) } }),
  )
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [invited, setInvited] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const isPrimary = isVendor && !hasPrimary && invited.length === 0
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const problems = addressProblems(ADDRESSES_ID, text, true)
    setErrors(problems)
    if (problems.length > 0) return
    setBusy(true)
    const asPerson = isVendor
      ? asContact(hasPrimary || invited.length > 0)
      : () => ({ roles: chosen as RoleId[], isPrimaryContact: false })
    const result = await invitePeople({
      organizationId,
      asPerson,
      addresses: readAddresses(text).addresses,
    })
    setBusy(false)
    if (result.invited.length > 0) onInvited()
    const all = [...invited, ...result.invited]
    const count = all.length
    if (result.refused.length === 0) {
      const [only = ''] = all
      toast.success(
        count === 1
          ? t`Invitation sent to ${only}`
          : t`${plural(count, { one: '# invitation sent', other: '# invitations sent' })}`,
      )
      return onClose()
    }
    setInvited(all)
    setText(result.refused.map(({ address }) => address).join('\n'))
    setErrors(refusedAddresses(ADDRESSES_ID, result))
  }
  return (
    <Dialog onClose={onClose} title={isVendor ? t`Invite a contact` : t`Invite a member`}>
      <form onSubmit={(event) => void invite(event)} noValidate>
        <ErrorSummary errors={errors} />
        <InvitedAddresses invited={invited} />
        <AddressField
          id={ADDRESSES_ID}
          label={t`Email addresses`}
          isRequired
          hasFirstFocus
          value={text}
          onChange={setText}
          errors={errors}
        />
        {isPrimary && (
          <p className={parts.field}>
            <Trans>
              The first contact becomes the primary contact, who accepts the documentation and
              invites colleagues.
            </Trans>
          </p>
        )}
        {!isVendor && (
          <div className={parts.field}>
            <RemotePart remote={offered}>
              {(roles) => <RoleChoices roles={roles} chosen={chosen} onChoose={setChosen} />}
            </RemotePart>
          </div>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {invited.length === 0 ? t`Cancel` : t`Close`}
          </Button>
          <Button type="submit" loading={isBusy}>{t`Invite`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

interface RoleChoicesProps {
  roles: readonly { id: string }[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

function RoleChoices({ roles, chosen, onChoose }: RoleChoicesProps) {
  const { t } = useLingui()
  const nameOf = useRoleNames()
  return (
    <Checkbox.Group label={t`Roles in the organization`} value={[...chosen]} onChange={onChoose}>
      <div className={parts.choices}>
        {roles.map((role) => (
          <Checkbox key={role.id} value={role.id} label={nameOf(role.id)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
