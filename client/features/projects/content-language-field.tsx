import { type MantineSpacing, NativeSelect, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { offeredLanguages } from './language-names.ts'
import { isLanguageTag, LANGUAGE_TAG_INPUT } from './language-tag.ts'

/** A value of the select that no tag has. */
const OTHER = 'other…'

interface ContentLanguageFieldProps {
  /** A BCP 47 tag; null = not stated. */
  value: string | null
  onChange: (value: string | null) => void
  /** Calls `onChange` at each keystroke, also with what is no tag; else only with valid tags. */
  isLive?: boolean
  mt?: MantineSpacing
}

/** The language of the requestors' texts: one of the usual ones, or another by its tag. */
export function ContentLanguageField({
  value,
  onChange,
  isLive = false,
  mt,
}: ContentLanguageFieldProps) {
  const { i18n, t } = useLingui()
  const offered = useMemo(() => offeredLanguages(i18n.locale), [i18n.locale])
  const isOffered = value === null || value === '' || offered.some((one) => one.value === value)
  const [isOther, setOther] = useState(false)
  const showsTag = isOther || !isOffered
  return (
    <div>
      <NativeSelect
        {...(mt === undefined ? {} : { mt })}
        label={t`Language of the texts`}
        description={t`The requirements are read aloud and aligned in it.`}
        value={showsTag ? OTHER : (value ?? '')}
        onChange={(event) => {
          const next = event.currentTarget.value
          setOther(next === OTHER)
          if (next !== OTHER) onChange(next === '' ? null : next)
        }}
        data={[
          { value: '', label: t`Not stated` },
          ...offered,
          { value: OTHER, label: t`Another language…` },
        ]}
      />
      {showsTag && (
        <TagInput value={isOffered ? '' : (value ?? '')} isLive={isLive} onSave={onChange} />
      )}
    </div>
  )
}

interface TagInputProps {
  value: string
  isLive: boolean
  onSave: (tag: string) => void
}

/** Saves a valid tag on Enter and when the field is left. */
function TagInput({ value, isLive, onSave }: TagInputProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value
  const isValid = isLanguageTag(shown) || (draft === null && shown === '')
  const save = () => {
    if (isLive || draft === null || !isValid) return
    setDraft(null)
    if (draft !== value) onSave(draft)
  }
  return (
    <TextInput
      id={LANGUAGE_TAG_INPUT}
      mt="xs"
      label={t`Language tag`}
      description={t`A tag of BCP 47, such as en, sk or pt-BR`}
      maxLength={35}
      value={shown}
      error={isValid ? null : t`Enter a language tag such as en, sk or pt-BR`}
      onChange={(event) => {
        const next = event.currentTarget.value.trim()
        setDraft(next)
        if (isLive) onSave(next)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
