import { useLingui } from '@lingui/react/macro'
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
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import {
  EMPTY_PASSWORD,
  newPasswordErrors,
  PASSWORD_INPUT,
} from '../../ui/fields/new-password-fields.tsx'
import { registrationCalls } from './use-link.ts'

const FIELDS = ['username', 'firstname', 'lastname', 'email', 'organization'] as const
export type RegistrationField = (typeof FIELDS)[number]
export const registrationInput = (field: RegistrationField): string => `registration-${field}`

export type Registered = { state: 'READY' | 'WAITING'; isTwoFactorRequired: boolean }
export interface RegistrationFormProps {
  token: string
  facts: LinkFacts
  onRegistered: (outcome: Registered) => void
}

/** State of the registration form: its values, their errors, and what submits them. */
export const useRegistration = ({ token, facts, onRegistered }: RegistrationFormProps) => {
  const { t } = useLingui()
  const [values, setValues] = useState<Record<RegistrationField, string>>({
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
  const labels: Record<RegistrationField, string> = {
    username: t`Username`,
    firstname: t`First name`,
    lastname: t`Last name`,
    email: t`Email`,
    organization: t`Organization (optional)`,
  }
  const missingTexts: Record<RegistrationField, string> = {
    username: t`Choose a username`,
    firstname: t`Enter your first name`,
    lastname: t`Enter your last name`,
    email: t`Enter your email address`,
    organization: '',
  }
  const required: readonly RegistrationField[] = asksEmail
    ? ['firstname', 'lastname', 'email', 'username']
    : ['firstname', 'lastname', 'username']

  const findErrors = async (): Promise<FieldError[]> => {
    const missing = required
      .filter((field) => values[field].trim() === '')
      .map((field) => ({ inputId: registrationInput(field), text: missingTexts[field] }))
    const username = normalUsername(values.username)
    const problem = username === '' ? null : usernameProblem(username)
    const badName =
      problem === null ? [] : [{ inputId: registrationInput('username'), text: codeText(problem) }]
    const badNames = (['firstname', 'lastname'] as const).flatMap((field) => {
      const code = values[field].trim() === '' ? null : nameProblem(normalName(values[field]))
      return code === null
        ? []
        : [{ inputId: registrationInput(field), text: `${labels[field]}: ${codeText(code)}` }]
    })
    const taken =
      username !== '' &&
      badName.length === 0 &&
      (await registrationCalls.usernameCheck({ body: { username, token } })).isFree === false
        ? [{ inputId: registrationInput('username'), text: codeText('USERNAME_INVALID') }]
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
    return field === undefined ? null : registrationInput(field)
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
  return {
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
  }
}
