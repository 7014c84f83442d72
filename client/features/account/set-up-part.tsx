import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { OtpSecret } from '#schema/api/users-service/two-factor.ts'
import { ownCredentials } from '../../lib/own-password.ts'
import type { Credentials } from '../../lib/session.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './account.module.css'
import { twoFactorCalls } from './calls.ts'
import { FirstCodeForm } from './first-code-form.tsx'
import { missingSecrets, NO_SECRETS, SecretFields, secretInputs } from './secrets.tsx'
import { useFormErrors } from './use-form-errors.ts'

const FORM = 'set-up'

interface SetUpPartProps {
  /**
   * True = no authenticator is set up yet. False = it is replaced, which takes a code of the
   * current one.
   */
  isNew: boolean
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Steps: confirm the password, scan the secret, enter the first code. */
export function SetUpPart({ isNew, onDone }: SetUpPartProps) {
  const { t } = useLingui()
  const [value, setValue] = useState(NO_SECRETS)
  const [pending, setPending] = useState<{ credentials: Credentials; secret: OtpSecret } | null>(
    null,
  )
  const { errors, errorOf, isBusy, run } = useFormErrors(secretInputs(FORM))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(missingSecrets(FORM, value, !isNew), async () => {
      const credentials = await ownCredentials(value.password)
      const secret = await (isNew
        ? twoFactorCalls.init({ body: credentials })
        : twoFactorCalls.reset({ body: { ...credentials, otp: value.otp } }))
      setPending({ credentials, secret })
      setValue(NO_SECRETS)
    })
  }
  return (
    <section className={classes.section} aria-labelledby="set-up-title">
      <h2 id="set-up-title">
        {isNew ? <Trans>Turn on</Trans> : <Trans>Change authenticator app</Trans>}
      </h2>
      {pending !== null ? (
        <FirstCodeForm {...pending} onDone={onDone} onCancel={() => setPending(null)} />
      ) : (
        <>
          <p className={classes.lead}>
            {isNew ? (
              <Trans>
                You need an authenticator app on your phone; your organization may recommend one.
                Enter your password to start.
              </Trans>
            ) : (
              <Trans>
                For example for a new phone. Your current authenticator app works until you enter
                the first code of the new one.
              </Trans>
            )}
          </p>
          <form
            className={classes.form}
            onSubmit={submit}
            noValidate
            aria-label={isNew ? t`Turn on` : t`Change authenticator app`}
          >
            <ErrorSummary errors={errors} />
            <SecretFields
              form={FORM}
              value={value}
              onChange={setValue}
              errorOf={errorOf}
              isCodeAsked={!isNew}
            />
            <div>
              <Button type="submit" variant={isNew ? 'filled' : 'default'} loading={isBusy}>
                {isNew ? t`Set up two-factor sign-in` : t`Set up another authenticator app`}
              </Button>
            </div>
          </form>
        </>
      )}
    </section>
  )
}
