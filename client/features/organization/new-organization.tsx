import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { settingsCalls } from './calls.ts'

/** Creates an organization by its name; its administrator fills in the rest. */
export function NewOrganization({ onCreated }: { onCreated: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t`Enter a name`)
    try {
      await settingsCalls.create({
        body: { name, description: '', zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      })
      setName('')
      setProblem(null)
      onCreated()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  return (
    <form
      onSubmit={(event) => void create(event)}
      noValidate
      style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}
    >
      <TextInput
        size="xs"
        label={t`New organization`}
        maxLength={200}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{t`Create`}</Button>
    </form>
  )
}
