import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import type { OwnProfile } from '#schema/api/users-service/profiles.ts'
import { Profile } from '#schema/entities/user.ts'
import { nameProblem, normalName } from '#schema/rules/project/names.ts'
import { dropForm, keepForm, keptForm } from '../../lib/kept-form.ts'
import { refreshSession } from '../../lib/own-password.ts'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { profileCalls } from './calls.ts'

type Draft = Omit<Profile, 'userId' | 'username' | 'avatar' | 'email'>
export type ProfileField = Exclude<keyof Draft, 'isPublic'>
export const profileInput = (field: ProfileField): string => `profile-${field}`
const isField = (name: string): name is ProfileField =>
  ['firstname', 'lastname', 'about', 'homepage', 'company', 'location', 'phone'].includes(name)

/** Name under which the unsaved draft is kept, so that it survives a reload. */
const FORM = 'profile'
const KeptDraft = v.object({
  firstname: v.string(),
  lastname: v.string(),
  about: v.string(),
  homepage: v.string(),
  company: v.string(),
  location: v.string(),
  phone: v.string(),
  isPublic: v.boolean(),
})

/** State of the profile form: the draft, its errors, and the functions that save or discard it. */
export const useProfileForm = (profile: OwnProfile, onSaved: () => void) => {
  const { t } = useLingui()
  const { userId: _id, username: _username, avatar: _avatar, email, updatedOn, ...said } = profile
  const [typed, setTyped] = useState<Draft | null>(() => keptForm(FORM, KeptDraft))
  const [isDirty, setDirty] = useState(typed !== null)
  const draft = typed ?? said
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    keepForm(FORM, next)
    setTyped(next)
    setDirty(true)
  }
  const discard = () => {
    dropForm(FORM)
    setTyped(null)
    setDirty(false)
    setErrors([])
  }
  const labels: Record<ProfileField, string> = {
    firstname: t`First name`,
    lastname: t`Last name`,
    phone: t`Phone`,
    homepage: t`Homepage`,
    company: t`Company`,
    location: t`Location`,
    about: t`About`,
  }
  const missingTexts = { firstname: t`Enter your first name`, lastname: t`Enter your last name` }
  const problems = (): FieldError[] => [
    ...(['firstname', 'lastname'] as const).flatMap((field) => {
      const code = nameProblem(normalName(draft[field]))
      if (code === null) return []
      const text =
        draft[field].trim() === '' ? missingTexts[field] : `${labels[field]}: ${codeText(code)}`
      return [{ inputId: profileInput(field), text }]
    }),
    ...(v.is(Profile.entries.homepage, draft.homepage.trim())
      ? []
      : [
          {
            inputId: profileInput('homepage'),
            text: t`Enter an address that starts with https:// or http://`,
          },
        ]),
  ]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = problems()
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      await profileCalls.update({ body: { ...draft, updatedOn } })
      dropForm(FORM)
      await refreshSession()
      setDirty(false)
      onSaved()
      toast.success(t`Profile saved`)
    } catch (error) {
      const field =
        error instanceof Error && 'field' in error && typeof error.field === 'string'
          ? error.field
          : ''
      setErrors([
        { inputId: isField(field) ? profileInput(field) : null, text: refusalText(error) },
      ])
    }
    setBusy(false)
  }
  return { email, draft, labels, errors, isDirty, isBusy, change, discard, save }
}
