import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { isPrefix, suggestPrefix } from '#schema/rules/project/numbering.ts'
import { mutate, newId } from '../../lib/mutate.ts'
import { useRows } from '../../lib/project-store.ts'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts'
import { offerUndo } from './edit-structure.ts'
import classes from './packages-page.module.css'

interface AddDocumentFormProps {
  projectId: string
  packageId: string
  after: string | null
  onClose: () => void
}

/** Adds a document. Suggests a prefix from the name until the person types one. */
export function AddDocumentForm({ projectId, packageId, after, onClose }: AddDocumentFormProps) {
  const { t } = useLingui()
  useReturnFocus()
  const [name, setName] = useState('')
  const [typedPrefix, setTypedPrefix] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ name?: string; prefix?: string }>({})
  const input = useRef<HTMLInputElement>(null)
  const taken = useRows(projectId, 'document', { projectId }).map((row) => row.prefix)
  const prefix = typedPrefix ?? suggestPrefix(name, taken)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const trimmed = name.trim()
    const next = {
      ...(trimmed === '' ? { name: t`Enter a name` } : {}),
      ...(prefix === ''
        ? { prefix: t`Enter a prefix` }
        : !isPrefix(prefix)
          ? { prefix: t`Up to 12 capital letters, digits or hyphens` }
          : taken.includes(prefix)
            ? { prefix: codeText('DOCUMENT_PREFIX_ALREADY_USED') }
            : {}),
    }
    setErrors(next)
    if (Object.keys(next).length > 0) return
    try {
      await mutate(
        'documents.create',
        { projectId, id: newId(), packageId, name: trimmed, prefix, after },
        { scope: projectId, undoLabel: t`Add document ${trimmed}` },
      )
    } catch (error) {
      if (error instanceof Refusal && error.field === 'prefix')
        setErrors({ prefix: refusalText(error) })
      else toast.error(error)
      return
    }
    setName('')
    setTypedPrefix(null)
    input.current?.focus()
    offerUndo(projectId, t`Document ${trimmed} added`)
  }
  return (
    <form
      className={classes.form}
      data-block
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextInput
        ref={input}
        className={classes.name}
        label={t`Name of the document`}
        maxLength={200}
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name}
      />
      <TextInput
        className={classes.prefix}
        label={t`ID prefix`}
        maxLength={12}
        value={prefix}
        onChange={(event) => setTypedPrefix(event.currentTarget.value.toUpperCase())}
        error={errors.prefix}
      />
      <div className={classes.formButtons}>
        <Button type="submit" size="sm">{t`Add document`}</Button>
        <Button size="sm" variant="default" onClick={onClose}>{t`Done`}</Button>
      </div>
    </form>
  )
}
