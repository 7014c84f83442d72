import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { FileWords } from '#client/lib/files.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'

export interface NamedFile extends FileWords {
  /** The original file name, which does not change. */
  name: string
}
interface NameDialogProps {
  file: NamedFile
  /** Saves only the changed fields. Rejects with a Refusal, whose text the dialog shows. */
  onSave: (words: Partial<FileWords>) => Promise<void>
  onClose: () => void
}

/** Edits the display name and description of a file. */
export function NameDialog({
  file: { name, alias, description },
  onSave,
  onClose,
}: NameDialogProps) {
  const { t } = useLingui()
  const [words, setWords] = useState<FileWords>({ alias, description })
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const next = { alias: words.alias.trim(), description: words.description.trim() }
    const changed = {
      ...(next.alias === alias ? {} : { alias: next.alias }),
      ...(next.description === description ? {} : { description: next.description }),
    }
    try {
      if (Object.keys(changed).length > 0) await onSave(changed)
      onClose()
    } catch (problem) {
      setError(refusalText(problem))
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Display name of ${name}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t`Display name`}
          description={t`Leave empty to show the file name. Downloads keep the file name.`}
          placeholder={name}
          maxLength={FIELD_LIMITS.title}
          data-autofocus
          value={words.alias}
          onChange={(event) => setWords({ ...words, alias: event.currentTarget.value })}
          error={error}
        />
        <Textarea
          mt="md"
          label={t`Description`}
          rows={4}
          maxLength={FIELD_LIMITS.description}
          value={words.description}
          onChange={(event) => setWords({ ...words, description: event.currentTarget.value })}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Save`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
