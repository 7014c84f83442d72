import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { ownCredentials } from '../../lib/own-password.ts'
import { ApartSection } from '../../ui/pages/apart-section.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { twoFactorCalls } from './calls.ts'
import { missingSecrets, NO_SECRETS, SecretFields, secretInputs } from './secrets.tsx'
import { useFormErrors } from './use-form-errors.ts'

const FORM = 'off'

export function TurnOffPart({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const [value, setValue] = useState(NO_SECRETS)
  const { errors, errorOf, isBusy, run } = useFormErrors(secretInputs(FORM))
  const turnOff = async () => {
    const isConfirmed = await confirm({
      title: t`Turn off two-factor sign-in?`,
      confirmLabel: t`Turn off`,
      danger: true,
      body: (
        <Trans>
          After that, your password alone is enough to sign in. Your authenticator app and all
          recovery codes stop working; to turn it on again, you set it up from the start.
        </Trans>
      ),
    })
    if (!isConfirmed) return
    const { hash } = await ownCredentials(value.password)
    await twoFactorCalls.disable({ body: { hash, otp: value.otp } })
    toast.success(t`Two-factor sign-in turned off`)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(missingSecrets(FORM, value, true), turnOff)
  }
  return (
    <ApartSection
      title={t`Turn off`}
      lead={<Trans>Needs your password and a code. We send you an email about it.</Trans>}
    >
      <form
        className={`${classes.section} ${classes.form}`}
        onSubmit={submit}
        noValidate
        aria-label={t`Turn off`}
      >
        <ErrorSummary errors={errors} />
        <SecretFields form={FORM} value={value} onChange={setValue} errorOf={errorOf} isCodeAsked />
        <div>
          <Button type="submit" variant="default" loading={isBusy}>{t`Turn off…`}</Button>
        </div>
      </form>
    </ApartSection>
  )
}
