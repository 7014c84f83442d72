import { Button, Group, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { isPrefix } from '#schema/rules/project/numbering.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { mutateTyped } from '../../ui/feedback/tell-replaced-fields.ts'

export function PrefixDialog({ row, onClose }: { row: Document; onClose: () => void }) {
  const { t } = useLingui()
  const [over] = useState(row.prefix)
  const [prefix, setPrefix] = useState(over)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isPrefix(prefix)) return setError(t`Up to 12 capital letters, digits or hyphens`)
    try {
      await mutateTyped(
        {
          name: 'documents.update',
          row: { entity: 'document', id: row.id },
          over: { prefix: over },
          given: { prefix },
          argsOf: (values) => ({
            projectId: row.projectId,
            id: row.id,
            patch: { prefix: String(values['prefix']) },
          }),
        },
        { scope: row.projectId, undoLabel: t`Change prefix of ${row.name}` },
      )
      onClose()
    } catch (problem) {
      setError(refusalText(problem))
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Prefix of ${row.name}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t`ID prefix`}
          description={t`Every requirement in the document is numbered with it. You cannot change it once requirements exist.`}
          maxLength={12}
          data-autofocus
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value.toUpperCase())}
          error={error}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Save`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
