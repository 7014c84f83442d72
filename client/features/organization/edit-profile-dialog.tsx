import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import type { UserSummary } from '#schema/api/users-service/users.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { User } from '#schema/entities/user.ts'
import { Refusal } from '#schema/refusal.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { userCalls } from './calls.ts'
import parts from '../../ui/fields/form-parts.module.css'

interface EditProfileDialogProps {
  userId: number
  name: string
  onClose: () => void
  onSaved: () => void
}

/** Edits the profile of another person. Username, address and password are their own. */
export function EditProfileDialog({ userId, name, onClose, onSaved }: EditProfileDialogProps) {
  const { t } = useLingui()
  const user = useRemote(String(userId), () => userCalls.get({ params: { id: String(userId) } }))
  return (
    <Dialog onClose={onClose} title={t`Edit the profile of ${name}`}>
      <p className={parts.lead}>
        <Trans>
          {name} chooses their own username, email address and password, and who sees the profile.
        </Trans>
      </p>
      <RemotePart remote={user}>
        {(value) => (
          <ProfileFieldsForm
            user={value}
            onClose={onClose}
            onSaved={() => {
              toast.success(t`Profile of ${name} saved`)
              onSaved()
              onClose()
            }}
          />
        )}
      </RemotePart>
    </Dialog>
  )
}

const FIELDS = ['firstname', 'lastname', 'phone', 'homepage', 'company', 'location'] as const
type Field = (typeof FIELDS)[number]
const inputOf = (field: string): string => `edit-${field}`
const MOST: Record<Field, number> = {
  firstname: FIELD_LIMITS.personName,
  lastname: FIELD_LIMITS.personName,
  phone: FIELD_LIMITS.phone,
  homepage: FIELD_LIMITS.url,
  company: FIELD_LIMITS.title,
  location: FIELD_LIMITS.title,
}

const draftOf = ({
  firstname,
  lastname,
  phone,
  homepage,
  company,
  location,
  about,
}: UserSummary) => ({ firstname, lastname, phone, homepage, company, location, about })

interface ProfileFieldsFormProps {
  user: UserSummary
  onClose: () => void
  onSaved: () => void
}

function ProfileFieldsForm({ user, onClose, onSaved }: ProfileFieldsFormProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(draftOf(user))
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const labels: Record<Field, string> = {
    firstname: t`First name`,
    lastname: t`Last name`,
    phone: t`Phone`,
    homepage: t`Homepage`,
    company: t`Company`,
    location: t`Location`,
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!v.is(User.entries.homepage, draft.homepage.trim())) {
      const text = t`Enter an address that starts with https:// or http://`
      return setErrors([{ inputId: inputOf('homepage'), text }])
    }
    try {
      // An administrator who may edit the profile always gets its version.
      const { id, updatedOn } = user
      await userCalls.update({ body: { id, updatedOn: updatedOn ?? 0, ...draft } })
      onSaved()
    } catch (error) {
      const field = error instanceof Refusal ? error.field : undefined
      setErrors([
        { inputId: field === undefined ? null : inputOf(field), text: refusalText(error) },
      ])
    }
  }
  const input = (field: Field) => (
    <TextInput
      key={field}
      id={inputOf(field)}
      label={labels[field]}
      maxLength={MOST[field]}
      required={field === 'firstname' || field === 'lastname'}
      value={draft[field]}
      error={errors.find(({ inputId }) => inputId === inputOf(field))?.text}
      onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
    />
  )
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <ErrorSummary errors={errors} />
      <Stack gap="sm">
        {[0, 2, 4].map((from) => (
          <div key={from} className={parts.pair}>
            {FIELDS.slice(from, from + 2).map(input)}
          </div>
        ))}
        <Textarea
          id={inputOf('about')}
          label={t`About`}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={FIELD_LIMITS.about}
          value={draft.about}
          onChange={(event) => setDraft({ ...draft, about: event.currentTarget.value })}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit">{t`Save`}</Button>
      </Group>
    </form>
  )
}
