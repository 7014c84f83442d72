import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { passwords } from '#schema/api/users-service/passwords.ts'
import { Refusal } from '#schema/refusal.ts'
import { callsOf } from '../../lib/api.ts'
import { hashPassword } from '../../lib/password.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import {
  EMPTY_PASSWORD,
  NewPasswordFields,
  newPasswordErrors,
  PASSWORD_INPUT,
} from '../../ui/fields/new-password-fields.tsx'
import { PublicPage } from './public-page.tsx'

interface ResetPasswordPageProps {
  token: string
  account: { username: string; salt: string; iterations: number }
  onDone: () => void
}

export function ResetPasswordPage({ token, account, onDone }: ResetPasswordPageProps) {
  const { t } = useLingui()
  const { username } = account
  const owner = { username, words: [] }
  const [password, setPassword] = useState(EMPTY_PASSWORD)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors([])
    try {
      const found = await newPasswordErrors(password, owner)
      setErrors(found)
      if (found.length === 0) {
        await callsOf(passwords).setNew({
          body: {
            resetToken: token,
            newPasswordHash: await hashPassword(
              password.password,
              account.salt,
              account.iterations,
            ),
          },
        })
        return onDone()
      }
    } catch (error) {
      setErrors([
        {
          inputId: error instanceof Refusal && error.field === 'password' ? PASSWORD_INPUT : null,
          text: refusalText(error),
        },
      ])
    }
    setBusy(false)
  }
  return (
    <PublicPage title={t`Set a new password`}>
      <p className={classes.text}>
        <Trans>Account: {username}. You will be signed out everywhere.</Trans>
      </p>
      <ErrorSummary errors={errors} />
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields value={password} owner={owner} onChange={setPassword} errors={errors} />
        <Button
          type="submit"
          size="sm"
          fullWidth
          loading={isBusy}
          loaderProps={{ type: 'dots' }}
        >{t`Set password`}</Button>
      </form>
    </PublicPage>
  )
}
