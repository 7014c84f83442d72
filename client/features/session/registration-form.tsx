import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import type { LinkFacts } from '#schema/api/users-service/registration.ts'
import {
  nameProblem,
  normalName,
  normalUsername,
  usernameProblem,
} from '#schema/rules/project/names.ts'
import { mailLanguage } from '../../lib/language.ts'
import { keepPending } from '../../lib/pending-sign-in.ts'
import { credentialsOf } from '../../lib/session.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import {
  EMPTY_PASSWORD,
  NewPasswordFields,
  newPasswordErrors,
  PASSWORD_INPUT,
} from '../../ui/fields/new-password-fields.tsx'
import { PublicPage } from './public-page.tsx'
import { registrationCalls } from './use-link.ts'

const FIELDS = ['username', 'firstname', 'lastname', 'email', 'organization'] as const
type Field = (typeof FIELDS)[number]
const inputOf = (field: Field): string => `registration-${field}`

export type Registered = { state: 'READY' | 'WAITING'; isTwoFactorRequired: boolean }
interface RegistrationFormProps {
  token: string
  facts: LinkFacts
  onRegistered: (outcome: Registered) => void
}

export function RegistrationForm({ token, facts, onRegistered }: RegistrationFormProps) {
  const { t } = useLingui()
  const [values, setValues] = useState<Record<Field, string>>({
    username: '',
    firstname: '',
    lastname: '',
    email: '',
    organization: '',
  })
  const [password, setPassword] = useState(EMPTY_PASSWORD)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const asksEmail = facts.email === ''
  const owner = {
    username: normalUsername(values.username),
    words: [
      values.firstname,
      values.lastname,
      values.email,
      facts.email ?? '',
      values.organization,
      facts.organizationName ?? '',
    ],
  }
  const isInvited = facts.purpose === 'invitation'
  const labels: Record<Field, string> = {
    username: t`Username`,
    firstname: t`First name`,
    lastname: t`Last name`,
    email: t`Email`,
    organization: t`Organization (optional)`,
  }
  const missingTexts: Record<Field, string> = {
    username: t`Choose a username`,
    firstname: t`Enter your first name`,
    lastname: t`Enter your last name`,
    email: t`Enter your email address`,
    organization: '',
  }
  const required: readonly Field[] = asksEmail
    ? ['firstname', 'lastname', 'email', 'username']
    : ['firstname', 'lastname', 'username']

  const findErrors = async (): Promise<FieldError[]> => {
    const missing = required
      .filter((field) => values[field].trim() === '')
      .map((field) => ({ inputId: inputOf(field), text: missingTexts[field] }))
    const username = normalUsername(values.username)
    const problem = username === '' ? null : usernameProblem(username)
    const badName =
      problem === null ? [] : [{ inputId: inputOf('username'), text: codeText(problem) }]
    const badNames = (['firstname', 'lastname'] as const).flatMap((field) => {
      const code = values[field].trim() === '' ? null : nameProblem(normalName(values[field]))
      return code === null
        ? []
        : [{ inputId: inputOf(field), text: `${labels[field]}: ${codeText(code)}` }]
    })
    const taken =
      username !== '' &&
      badName.length === 0 &&
      (await registrationCalls.usernameCheck({ body: { username, token } })).isFree === false
        ? [{ inputId: inputOf('username'), text: codeText('USERNAME_INVALID') }]
        : []
    return [
      ...missing,
      ...badNames,
      ...badName,
      ...taken,
      ...(await newPasswordErrors(password, owner)),
    ]
  }
  const register = async () => {
    const credentials = await credentialsOf(normalUsername(values.username), password.password)
    const { email, ...names } = values
    const outcome = await registrationCalls.create({
      body: {
        token,
        hash: credentials.hash,
        ...names,
        language: mailLanguage(),
        ...(asksEmail ? { email } : {}),
      },
    })
    keepPending(credentials)
    onRegistered(outcome)
  }
  const inputFor = (error: unknown): string | null => {
    if (!(error instanceof Refusal) || error.field === undefined) return null
    if (error.field === 'password') return PASSWORD_INPUT
    const field = FIELDS.find((one) => one === error.field)
    return field === undefined ? null : inputOf(field)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors([])
    try {
      const found = await findErrors()
      setErrors(found)
      if (found.length === 0) return await register()
    } catch (error) {
      setErrors([{ inputId: inputFor(error), text: refusalText(error) }])
    }
    setBusy(false)
  }
  const field = (name: Field, autoComplete: string) => (
    <TextInput
      id={inputOf(name)}
      label={labels[name]}
      autoComplete={autoComplete}
      value={values[name]}
      error={errors.find(({ inputId }) => inputId === inputOf(name))?.text}
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
