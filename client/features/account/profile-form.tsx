import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { OwnProfile } from '#schema/api/users-service/profiles.ts'
import { currentSession } from '../../lib/session.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './account.module.css'
import { type ProfileField, profileInput, useProfileForm } from './use-profile-form.ts'
import parts from '../../ui/fields/form-parts.module.css'

/** Edits the texts of the person's own profile and who may read it. */
export function ProfileForm({ profile, onSaved }: { profile: OwnProfile; onSaved: () => void }) {
  const { t } = useLingui()
  const { email, draft, labels, errors, isDirty, isBusy, change, discard, save } = useProfileForm(
    profile,
    onSaved,
  )
  const field = (name: ProfileField, autoComplete: string, most: number) => (
    <TextInput
      id={profileInput(name)}
      label={labels[name]}
      autoComplete={autoComplete}
      maxLength={most}
      value={draft[name]}
      error={errors.find(({ inputId }) => inputId === profileInput(name))?.text}
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
        id={profileInput('about')}
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
          <ExplainedButton
            variant="default"
            reason={isBusy ? t`Saving…` : null}
            onClick={discard}
          >{t`Discard changes`}</ExplainedButton>
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
