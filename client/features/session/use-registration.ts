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

type Values = Record<RegistrationField, string>
const EMPTY: Values = { username: '', firstname: '', lastname: '', email: '', organization: '' }

/** State of the registration form: values, errors, and the submit function. */
export const useRegistration = ({ token, facts, onRegistered }: RegistrationFormProps) => {
  const [values, setValues] = useState(EMPTY)
  const [password, setPassword] = useState(EMPTY_PASSWORD)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const { labels, missingTexts } = useTexts()
  const asksEmail = facts.email === ''
  const owner = ownerOf(values, facts)

  const findErrors = async (): Promise<FieldError[]> => {
    const required = REQUIRED.filter((field) => asksEmail || field !== 'email')
    const missing = required
      .filter((field) => values[field].trim() === '')
      .map((field) => ({ inputId: registrationInput(field), text: missingTexts[field] }))
    const badUsername = usernameErrors(values.username)
    const taken =
      normalUsername(values.username) !== '' && badUsername.length === 0
        ? await takenErrors(values.username, token)
        : []
    return [
      ...missing,
      ...nameErrors(values, labels),
      ...badUsername,
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

const REQUIRED = ['firstname', 'lastname', 'email', 'username'] as const

const useTexts = (): Record<'labels' | 'missingTexts', Values> => {
  const { t } = useLingui()
  return {
    labels: {
      username: t`Username`,
      firstname: t`First name`,
      lastname: t`Last name`,
      email: t`Email`,
      organization: t`Organization (optional)`,
    },
    missingTexts: {
      username: t`Choose a username`,
      firstname: t`Enter your first name`,
      lastname: t`Enter your last name`,
      email: t`Enter your email address`,
      organization: '',
    },
  }
}

/** Username and words that the password must not contain. */
const ownerOf = (values: Values, facts: LinkFacts) => ({
  username: normalUsername(values.username),
  words: [
    values.firstname,
    values.lastname,
    values.email,
    facts.email ?? '',
    values.organization,
    facts.organizationName ?? '',
  ],
})

const usernameErrors = (typed: string): FieldError[] => {
  const username = normalUsername(typed)
  const problem = username === '' ? null : usernameProblem(username)
  return problem === null
    ? []
    : [{ inputId: registrationInput('username'), text: codeText(problem) }]
}

const takenErrors = async (typed: string, token: string): Promise<FieldError[]> => {
  const username = normalUsername(typed)
  const { isFree } = await registrationCalls.usernameCheck({ body: { username, token } })
  return isFree
    ? []
    : [{ inputId: registrationInput('username'), text: codeText('USERNAME_INVALID') }]
}

const nameErrors = (values: Values, labels: Values): FieldError[] =>
  (['firstname', 'lastname'] as const).flatMap((field) => {
    const code = values[field].trim() === '' ? null : nameProblem(normalName(values[field]))
    return code === null
      ? []
      : [{ inputId: registrationInput(field), text: `${labels[field]}: ${codeText(code)}` }]
  })

/** The input that a refusal is about; null = the whole form. */
const inputFor = (error: unknown): string | null => {
  if (!(error instanceof Refusal) || error.field === undefined) return null
  if (error.field === 'password') return PASSWORD_INPUT
  const field = FIELDS.find((one) => one === error.field)
  return field === undefined ? null : registrationInput(field)
}
