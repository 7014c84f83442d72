import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { Profile } from '#schema/entities/user.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { nameProblem, normalName } from '#schema/rules/project/names.ts'
import { dropForm, keepForm, keptForm } from '../../lib/kept-form.ts'
import { refreshSession } from '../../lib/own-password.ts'
import { currentSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { AccountTabs } from './account-tabs.tsx'
import { AvatarPart } from './avatar-part.tsx'
import { profileCalls } from './calls.ts'
import parts from '../../ui/fields/form-parts.module.css'

/** What one says of oneself, and who may read it. */
export function ProfilePage() {
  const { t } = useLingui()
  const profile = useRemote('own', () => profileCalls.own({}))
  return (
    <>
      <AccountTabs />
      <Page title={t`Profile`} isNarrow>
        <RemotePart remote={profile}>
          {(value) => (
            <>
              <AvatarPart
                avatar={value.avatar}
                name={`${value.firstname} ${value.lastname}`}
                onChanged={profile.reload}
              />
              <ProfileForm profile={value} onSaved={profile.reload} />
            </>
          )}
        </RemotePart>
      </Page>
    </>
  )
}

type Draft = Omit<v.InferOutput<typeof Profile>, 'userId' | 'username' | 'avatar' | 'email'>
type Field = Exclude<keyof Draft, 'isPublic'>
const inputOf = (field: Field): string => `profile-${field}`
const isField = (name: string): name is Field =>
  ['firstname', 'lastname', 'about', 'homepage', 'company', 'location', 'phone'].includes(name)

/** Words that were typed and not saved yet stay, also over a reload. */
const FORM = 'profile'
const KeptDraft = v.object({
  firstname: v.string(),
  lastname: v.string(),
  about: v.string(),
  homepage: v.string(),
  company: v.string(),
  location: v.string(),
  phone: v.string(),
  isPublic: v.boolean(),
})

function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { t } = useLingui()
  const { userId: _userId, username: _username, avatar: _avatar, email, ...said } = profile
  const [typed, setTyped] = useState<Draft | null>(() => keptForm(FORM, KeptDraft))
  const [isDirty, setDirty] = useState(typed !== null)
  const draft = typed ?? said
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    keepForm(FORM, next)
    setTyped(next)
    setDirty(true)
  }
  const discard = () => {
    dropForm(FORM)
    setTyped(null)
    setDirty(false)
    setErrors([])
  }
  const labels: Record<Field, string> = {
    firstname: t`First name`,
    lastname: t`Last name`,
    phone: t`Phone`,
    homepage: t`Homepage`,
    company: t`Company`,
    location: t`Location`,
    about: t`About`,
  }
  const missingTexts = { firstname: t`Enter your first name`, lastname: t`Enter your last name` }
  const problems = (): FieldError[] => [
    ...(['firstname', 'lastname'] as const).flatMap((field) => {
      const code = nameProblem(normalName(draft[field]))
      if (code === null) return []
      const text =
        draft[field].trim() === '' ? missingTexts[field] : `${labels[field]}: ${codeText(code)}`
      return [{ inputId: inputOf(field), text }]
    }),
    ...(v.is(Profile.entries.homepage, draft.homepage.trim())
      ? []
      : [
          {
            inputId: inputOf('homepage'),
            text: t`Enter an address that starts with https:// or http://`,
          },
        ]),
  ]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = problems()
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      await profileCalls.update({ body: draft })
      dropForm(FORM)
      await refreshSession()
      setDirty(false)
      onSaved()
      toast.success(t`Profile saved`)
    } catch (error) {
      const field =
        error instanceof Error && 'field' in error && typeof error.field === 'string'
          ? error.field
          : ''
      setErrors([{ inputId: isField(field) ? inputOf(field) : null, text: refusalText(error) }])
    }
    setBusy(false)
  }
  const field = (name: Field, autoComplete: string, most: number) => (
    <TextInput
      id={inputOf(name)}
      label={labels[name]}
      autoComplete={autoComplete}
      maxLength={most}
      value={draft[name]}
      error={errors.find(({ inputId }) => inputId === inputOf(name))?.text}
      required={name === 'firstname' || name === 'lastname'}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <form
      className={`${classes.section} ${classes.form}`}
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={t`Profile`}
    >
      <ErrorSummary errors={errors} />
      <div className={parts.pair}>
        {field('firstname', 'given-name', FIELD_LIMITS.personName)}
        {field('lastname', 'family-name', FIELD_LIMITS.personName)}
      </div>
      <div className={parts.pair}>
        {field('phone', 'tel', FIELD_LIMITS.phone)}
        {field('homepage', 'url', FIELD_LIMITS.url)}
      </div>
      <div className={parts.pair}>
        {field('company', 'organization', FIELD_LIMITS.title)}
        {field('location', 'address-level2', FIELD_LIMITS.title)}
      </div>
      <Textarea
        id={inputOf('about')}
        label={labels.about}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={FIELD_LIMITS.about}
        value={draft.about}
        onChange={(event) => change({ about: event.currentTarget.value })}
      />
      <Switch
        checked={draft.isPublic}
        onChange={(event) => change({ isPublic: event.currentTarget.checked })}
        label={t`Make my profile visible to others`}
        description={
          currentSession()?.vendorId == null
            ? t`Only your colleagues and your organization's vendors see this profile and your email address (${email}).`
            : t`Your colleagues and the requestor see this profile and your email address (${email}). Other vendors never do.`
        }
      />
      <Group gap="xs">
        <Button type="submit" loading={isBusy}>{t`Save`}</Button>
        {isDirty && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={discard}
          >{t`Discard changes`}</Button>
        )}
      </Group>
      {isBusy && (
        <span className="visually-hidden" role="status">
          <Trans>Saving…</Trans>
        </span>
      )}
    </form>
  )
}
