import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { ownCredentials } from '../../lib/own-password.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './account.module.css'
import { twoFactorCalls } from './calls.ts'
import { missingSecrets, NO_SECRETS, SecretFields, secretInputs } from './secrets.tsx'
import { useFormErrors } from './use-form-errors.ts'

const FORM = 'codes'

export function CodesPart({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { t } = useLingui()
  const [value, setValue] = useState(NO_SECRETS)
  const { errors, errorOf, isBusy, run } = useFormErrors(secretInputs(FORM))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(missingSecrets(FORM, value, true), async () => {
      const { hash } = await ownCredentials(value.password)
      onDone((await twoFactorCalls.newCodes({ body: { hash, otp: value.otp } })).recoveryCodes)
    })
  }
  return (
    <section className={classes.section} aria-labelledby="codes-title">
      <h2 id="codes-title">
        <Trans>Recovery codes</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          Each code signs you in once without your authenticator app. New codes replace the earlier
          ones.
        </Trans>
      </p>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={t`Recovery codes`}>
        <ErrorSummary errors={errors} />
        <SecretFields form={FORM} value={value} onChange={setValue} errorOf={errorOf} isCodeAsked />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
          >{t`Create new recovery codes`}</Button>
        </div>
      </form>
    </section>
  )
}
