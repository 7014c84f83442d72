import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { mailLanguage } from '../../lib/language.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { codeText, refusalText } from '../../ui/refusal-text.ts'
import { RemotePart } from '../../ui/remote-part.tsx'
import { toast } from '../../ui/toast.tsx'
import { invitationCalls, memberCalls } from './calls.ts'
import { useRoleNames } from './role-names.ts'
import parts from '../../ui/form-parts.module.css'

interface InviteDialogProps { organizationId: number; isVendor: boolean; hasPrimary: boolean; onClose: () => void; onInvited: () => void }

/** An invitation by e-mail; a vendor's first contact becomes the primary one. */
export function InviteDialog({ organizationId, isVendor, hasPrimary, onClose, onInvited }: InviteDialogProps) {
  const { t } = useLingui()
  const nameOf = useRoleNames()
  const offered = useRemote(String(organizationId), () => memberCalls.roles({ params: { id: String(organizationId) } }))
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const isPrimary = isVendor && !hasPrimary
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setErrors([{ inputId: 'invite-email', text: codeText('validation.email') }])
    const roles = isVendor ? [isPrimary ? 'role-vendor-primary-contact' as const : 'role-vendor-contact' as const] : (chosen as ('role-org-admin')[])
    try {
      await invitationCalls.invite({ body: { email: email.trim(), organizationId, roles: [...roles], isPrimaryContact: isPrimary, language: mailLanguage() } })
      toast.success(t`Invitation sent to ${email.trim()}`)
      onInvited()
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
    }
  }
  return (
    <Modal opened onClose={onClose} title={isVendor ? t`Invite a contact` : t`Invite a member`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form onSubmit={(event) => void invite(event)} noValidate>
        <ErrorSummary errors={errors} />
        <TextInput
          id="invite-email" type="email" label={t`Email`} required data-autofocus maxLength={254} value={email} onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.find(({ inputId }) => inputId === 'invite-email')?.text}
        />
        {isPrimary && <p className={parts.field}><Trans>The first contact becomes the primary contact, who accepts the documentation and invites colleagues.</Trans></p>}
        {!isVendor && (
          <div className={parts.field}>
            <RemotePart remote={offered}>
              {(roles) => (
                <Checkbox.Group label={t`Roles in the organization`} value={[...chosen]} onChange={setChosen}>
                  <div className={parts.choices}>{roles.map((role) => <Checkbox key={role.id} value={role.id} label={nameOf(role.id)} />)}</div>
                </Checkbox.Group>
              )}
            </RemotePart>
          </div>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Invite`}</Button>
        </Group>
      </form>
    </Modal>
  )
}
