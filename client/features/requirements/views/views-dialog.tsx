import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { TableView } from '#schema/entities/table-view.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import classes from './views-dialog.module.css'

interface ViewsDialogProps {
  opened: boolean
  onClose: () => void
  views: readonly TableView[]
  isVendor: boolean
  mayShare: boolean
  onSave: (view: { id: string | null; name: string; isShared: boolean }) => void
  onDelete: (id: string) => void
}

/** Saves the table's current view under a name, and deletes saved views. */
export function ViewsDialog({
  opened,
  onClose,
  views,
  isVendor,
  mayShare,
  onSave,
  onDelete,
}: ViewsDialogProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  /** Null = not chosen; a saved view with the same name then decides. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [error, setError] = useState<string | null>(null)
  const changeable = views.filter((view) => view.isOwn || mayShare)
  const replaced = changeable.find((view) => view.name === name.trim())
  const isShared = chosen ?? replaced?.isShared ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t`Enter a name`)
    // A view shared by a colleague stays shared.
    const keepsShared = replaced !== undefined && !replaced.isOwn
    onSave({ id: replaced?.id ?? null, name: name.trim(), isShared: isShared || keepsShared })
    setName('')
    setChosen(null)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Views`}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={FIELD_LIMITS.viewName}
          value={name}
          error={error}
          description={
            replaced
              ? t`Replaces the view of this name.`
              : t`Keeps columns, order, grouping and filters of this table.`
          }
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(null)
          }}
        />
        <Checkbox
          mt="sm"
          checked={isShared}
          disabled={!mayShare}
          onChange={(event) => setChosen(event.currentTarget.checked)}
          label={isVendor ? t`Share with your colleagues` : t`Share with the project team`}
          description={
            mayShare ? undefined : t`You need the right to edit content to share a view.`
          }
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Save view`}</Button>
        </Group>
      </form>
      {changeable.length > 0 && (
        <ul className={classes.list} aria-label={t`Saved views`}>
          {changeable.map(({ id, name: title, isShared: isForAll }) => (
            <li key={id}>
              <span>{isForAll ? t`${title} (shared)` : title}</span>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t`Delete ${title}`}
                onClick={({ currentTarget }) => {
                  focusLastingly(currentTarget)
                  onDelete(id)
                }}
              >{t`Delete`}</Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
