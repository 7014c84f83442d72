import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { email as emailSchema } from '#schema/entities/fields.ts'
import { ownCredentials } from '../../lib/own-password.ts'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { codeText } from '../../ui/refusal-text.ts'
import classes from './account.module.css'
import { emailCalls } from './calls.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import { useFormErrors } from './use-form-errors.ts'
import notice from '../../ui/notice.module.css'

const EMAIL = 'account-email'
const PASSWORD = 'account-email-password'

/** The address counts once its own mailbox has confirmed it. */
export function EmailPart({ email }: { email: string }) {
  const { t } = useLingui()
  const [next, setNext] = useState('')
  const [password, setPassword] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, errorOf, isBusy, run } = useFormErrors({ email: EMAIL, password: PASSWORD })
  const problems = (): FieldError[] => [
    ...(v.is(emailSchema, next.trim()) ? [] : [{ inputId: EMAIL, text: t`Write an email address, like name@example.com.` }]),
    ...(next.trim().toLowerCase() === email.toLowerCase() ? [{ inputId: EMAIL, text: t`This is your address already.` }] : []),
    ...(password === '' ? [{ inputId: PASSWORD, text: `${t`Password`}: ${codeText('validation.required')}` }] : []),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(problems(), async () => {
      await emailCalls.request({ body: { email: next.trim(), hash: (await ownCredentials(password)).hash } })
      setSentTo(next.trim())
      setNext('')
      setPassword('')
    })
  }
  return (
    <section className={classes.section} aria-labelledby="account-email-title">
      <h2 id="account-email-title"><Trans>Email address</Trans></h2>
      <p className={classes.lead}>{email === '' ? <Trans>Your account has no email address.</Trans> : <Trans>Mails of your account go to {email}.</Trans>}</p>
      {sentTo !== null && <p className={notice.notice} data-tone="done" role="status"><Trans>A mail with a link is on its way to {sentTo}. The address changes once you open the link, within 30 minutes.</Trans></p>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} />
        <TextInput
          id={EMAIL} type="email" label={t`New email address`} autoComplete="email" autoCapitalize="none" spellCheck={false} value={next} error={errorOf(EMAIL)}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <OwnPasswordInput id={PASSWORD} value={password} onChange={setPassword} error={errorOf(PASSWORD)} />
        <div><Button type="submit" variant="default" loading={isBusy}>{t`Change email address`}</Button></div>
      </form>
    </section>
  )
}
