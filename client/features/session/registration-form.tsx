import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'
import {
  type RegistrationField,
  type RegistrationFormProps,
  registrationInput,
  useRegistration,
} from './use-registration.ts'

export function RegistrationForm(props: RegistrationFormProps) {
  const { t } = useLingui()
  const { facts } = props
  const {
    values,
    setValues,
    password,
    setPassword,
    owner,
    labels,
    asksEmail,
    errors,
    isBusy,
    submit,
  } = useRegistration(props)
  const isInvited = facts.purpose === 'invitation'
  const field = (name: RegistrationField, autoComplete: string) => (
    <TextInput
      id={registrationInput(name)}
      label={labels[name]}
      autoComplete={autoComplete}
      autoFocus={name === 'firstname'}
      value={values[name]}
      error={errors.find(({ inputId }) => inputId === registrationInput(name))?.text}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      {...(name === 'username' || name === 'email'
        ? { autoCapitalize: 'none', spellCheck: false }
        : {})}
    />
  )
  return (
    <PublicPage title={t`Register`}>
      <p className={classes.text}>
        {facts.organizationName !== null && (
          <>
            <Trans>You were invited to {facts.organizationName}.</Trans>{' '}
          </>
        )}
        {facts.email !== '' && <Trans>Your email address is {facts.email}.</Trans>}
      </p>
      <ErrorSummary errors={errors} />
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <div className={classes.names}>
          {field('firstname', 'given-name')}
          {field('lastname', 'family-name')}
        </div>
        {asksEmail && field('email', 'email')}
        {!isInvited && field('organization', 'organization')}
        {field('username', 'username')}
        <NewPasswordFields value={password} owner={owner} onChange={setPassword} errors={errors} />
        <Button
          type="submit"
          size="sm"
          fullWidth
          loading={isBusy}
          loaderProps={{ type: 'dots' }}
        >{t`Register`}</Button>
      </form>
    </PublicPage>
  )
}
