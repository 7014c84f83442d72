import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Profile } from '#schema/entities/user.ts'
import { Refusal } from '#schema/refusal.ts'
import { changePassword } from '../../lib/own-password.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import {
  EMPTY_PASSWORD,
  NewPasswordFields,
  newPasswordErrors,
  PASSWORD_INPUT,
} from '../../ui/fields/new-password-fields.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { OwnPasswordInput } from './own-password-input.tsx'
import { useFormErrors } from './use-form-errors.ts'

const FORMER = 'account-password'

export function PasswordPart({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const session = useSession()
  const [former, setFormer] = useState('')
  const [next, setNext] = useState(EMPTY_PASSWORD)
  const { errors, errorOf, isBusy, run, setErrors } = useFormErrors({ password: PASSWORD_INPUT })
  const owner = {
    username: profile.username,
    words: [
      profile.firstname,
      profile.lastname,
      profile.email,
      profile.company,
      session?.organizationName ?? '',
    ],
  }

  const change = async () => {
    const found = await newPasswordErrors(next, owner)
    if (found.length > 0) return setErrors(found)
    try {
      await changePassword(former, next.password)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'PASSWORD_NOT_MATCH_CURRENT') throw error
      return setErrors([{ inputId: FORMER, text: codeText(error.code) }])
    }
    setFormer('')
    setNext(EMPTY_PASSWORD)
    toast.success(t`Password changed. Your other devices are signed out.`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(
      former === '' ? [{ inputId: FORMER, text: t`Enter your current password` }] : [],
      change,
    )
  }
  return (
    <section className={classes.section} aria-labelledby="account-password-title">
      <h2 id="account-password-title">
        <Trans>Password</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          Changing it signs you out on all other devices. We send you an email about it.
        </Trans>
      </p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} />
        <input type="text" autoComplete="username" value={profile.username} readOnly hidden />
        <OwnPasswordInput
          id={FORMER}
          label={t`Current password`}
          value={former}
          onChange={setFormer}
          error={errorOf(FORMER)}
        />
        <NewPasswordFields value={next} owner={owner} onChange={setNext} errors={errors} />
        <div>
          <Button type="submit" variant="default" loading={isBusy}>{t`Change password`}</Button>
        </div>
      </form>
    </section>
  )
}
