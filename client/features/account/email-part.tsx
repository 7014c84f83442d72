import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { email as emailSchema } from '#schema/entities/fields.ts'
import { Refusal } from '#schema/refusal.ts'
import { ownCredentials } from '../../lib/own-password.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import classes from './account.module.css'
import { emailCalls } from './calls.ts'
import { missingSecrets, NO_SECRETS, SecretFields, secretInputs } from './secrets.tsx'
import { useFormErrors } from './use-form-errors.ts'
import notice from '../../ui/feedback/notice.module.css'

const FORM = 'account-email'
const EMAIL = FORM

/**
 * Changes the e-mail address. The new address takes effect once it is confirmed from its own
 * mailbox.
 */
export function EmailPart({ email }: { email: string }) {
  const { t } = useLingui()
  const [next, setNext] = useState('')
  const [secrets, setSecrets] = useState(NO_SECRETS)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isActivated = useSession()?.otpActivated === true
  // The person may have turned on the second factor on another device since this session was read.
  const [isCodeWanted, setCodeWanted] = useState(false)
  const isCodeAsked = isActivated || isCodeWanted
  const { errors, errorOf, isBusy, run } = useFormErrors({ email: EMAIL, ...secretInputs(FORM) })
  const problems = (): FieldError[] => [
    ...(v.is(emailSchema, next.trim())
      ? []
      : [{ inputId: EMAIL, text: t`Enter an email address, like name@example.com` }]),
    ...(next.trim().toLowerCase() === email.toLowerCase()
      ? [{ inputId: EMAIL, text: t`This is already your address. Enter another one.` }]
      : []),
    ...missingSecrets(FORM, secrets, isCodeAsked),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(problems(), async () => {
      const { hash } = await ownCredentials(secrets.password)
      const otp = isCodeAsked ? secrets.otp : null
      const body = { email: next.trim(), hash, otp }
      await emailCalls.request({ body }).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'OTP_REQUIRED') setCodeWanted(true)
        throw error
      })
      setSentTo(next.trim())
      setNext('')
      setSecrets(NO_SECRETS)
    })
  }
  return (
    <section className={classes.section} aria-labelledby="account-email-title">
      <h2 id="account-email-title">
        <Trans>Email address</Trans>
      </h2>
      <p className={classes.lead}>
        {email === '' ? (
          <Trans>Your account has no email address.</Trans>
        ) : (
          <Trans>We send emails about your account to {email}.</Trans>
        )}
      </p>
      {sentTo !== null && (
        <p className={notice.notice} data-tone="done" role="status">
          <Trans>
            We sent a link to {sentTo}. Open it within 30 minutes to change your address. We also
            sent an email to your current address; it lets you undo the change for 7 days.
          </Trans>
        </p>
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} />
        <TextInput
          id={EMAIL}
          type="email"
          label={t`New email address`}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={next}
          error={errorOf(EMAIL)}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <SecretFields
          form={FORM}
          value={secrets}
          onChange={setSecrets}
          errorOf={errorOf}
          isCodeAsked={isCodeAsked}
        />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
          >{t`Change email address`}</Button>
        </div>
      </form>
    </section>
  )
}
