import { Button, Group, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { email as emailSchema } from '#schema/entities/fields.ts'
import { mailLanguage } from '../../lib/language.ts'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { RoleChoice, ROLES_ID } from './role-choice.tsx'
import { type Candidate, projectMemberCalls, useCandidates } from './use-members.ts'
import parts from '../../ui/fields/form-parts.module.css'

interface AddMemberDialogProps {
  projectId: string
  onClose: () => void
  onAdded: () => void
}
type Way = 'organization' | 'email'
const PERSON_ID = 'member-person'
const EMAIL_ID = 'member-email'

/** Adds a person of the organization as a member, or invites an e-mail address. */
export function AddMemberDialog({ projectId, onClose, onAdded }: AddMemberDialogProps) {
  const { t } = useLingui()
  const candidates = useCandidates(projectId)
  const mayInvite = usePlaceOffers(useSession()?.organizationId ?? 0, false)('invite')
  const [way, setWay] = useState<Way>('organization')
  const [userId, setUserId] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly string[]>(['role-project-req-reviewer'])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const errorOf = (id: string): string | null =>
    errors.find(({ inputId }) => inputId === id)?.text ?? null

  const turnTo = (next: Way): void => {
    setWay(next)
    // Clear the errors, because they concern the other way of adding a person.
    setErrors([])
  }
  const problems = (): FieldError[] => [
    ...(way === 'organization' && userId === null
      ? [{ inputId: PERSON_ID, text: t`Choose a person.` }]
      : []),
    ...(way === 'email' && !v.is(emailSchema, email.trim())
      ? [{ inputId: EMAIL_ID, text: t`Enter an email address, like name@example.com` }]
      : []),
    ...(roles.length === 0 ? [{ inputId: ROLES_ID, text: t`Choose at least one role.` }] : []),
  ]
  const add = async () => {
    const found = problems()
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      const { isInvited } = await projectMemberCalls.add({
        params: { id: projectId },
        body: {
          ...(way === 'email' ? { email: email.trim() } : { userId: Number(userId) }),
          roleIds: [...roles],
          language: mailLanguage(),
        },
      })
      toast.success(isInvited ? t`Invitation sent to ${email.trim()}` : t`Member added`)
      onAdded()
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Add member`}>
      <ErrorSummary errors={errors} />
      {mayInvite && (
        <ChoiceSwitch
          label={t`How to add`}
          value={way}
          onChange={turnTo}
          options={[
            { value: 'organization', label: t`From the organization` },
            { value: 'email', label: t`By email` },
          ]}
        />
      )}
      {way === 'organization' && (
        <RemotePart remote={candidates}>
          {(people) => (
            <PersonField
              people={people}
              value={userId}
              onChange={setUserId}
              error={errorOf(PERSON_ID)}
            />
          )}
        </RemotePart>
      )}
      {way === 'email' && (
        <TextInput
          className={parts.field}
          id={EMAIL_ID}
          type="email"
          label={t`Email`}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errorOf(EMAIL_ID)}
          description={t`People without an account get an invitation and join once they accept it.`}
        />
      )}
      <RoleChoice value={roles} onChange={setRoles} error={errorOf(ROLES_ID)} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button loading={isBusy} onClick={() => void add()}>{t`Add`}</Button>
      </Group>
    </Dialog>
  )
}

interface PersonFieldProps {
  people: readonly Candidate[]
  value: string | null
  onChange: (userId: string | null) => void
  error: string | null
}

function PersonField({ people, value, onChange, error }: PersonFieldProps) {
  const { t } = useLingui()
  return (
    <Select
      className={parts.field}
      id={PERSON_ID}
      label={t`Person`}
      searchable
      openOnFocus={false}
      value={value}
      onChange={onChange}
      error={error}
      nothingFoundMessage={t`No one found with this name.`}
      data={people.map((person) => ({
        value: String(person.userId),
        label: `${person.name} (${person.email || person.username})`,
      }))}
    />
  )
}
