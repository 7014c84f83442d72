import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import {
  type ImportMappingContent,
  MAPPING_LIMITS,
  type NamedMapping,
} from '#schema/entities/import-mapping.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import classes from './mapping-dialog.module.css'
import type { NamedMappings } from './use-named-mappings.ts'

interface MappingDialogProps {
  opened: boolean
  onClose: () => void
  named: NamedMappings
  /** The mapping to save; null = it cannot be named. */
  content: ImportMappingContent | null
  onSaved: (name: string) => void
}

/** Names the mapping, keeps or shares it, and renames or deletes saved ones. */
export function MappingDialog({ opened, onClose, named, content, onSaved }: MappingDialogProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  /** Null = not chosen; a saved mapping with the same name then decides. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [error, setError] = useState<string | null>(null)
  const changeable = named.mappings.filter(({ isChangeable }) => isChangeable)
  const former = changeable.find((one) => one.name === name.trim()) ?? null
  // A mapping that a colleague shared stays shared.
  const isShared = (former !== null && !former.isOwn) || (chosen ?? former?.isShared ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (content === null) return
    if (name.trim() === '') return setError(t`Enter a name`)
    if (!named.save({ former, name: name.trim(), isShared, content }))
      return setError(t`This device has no room for the mapping. Free space and save it again.`)
    onSaved(name.trim())
    setName('')
    setChosen(null)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Save mapping`}>
      {content === null ? (
        <p>
          {t`Columns that are imported need names of their own in the header row, so that the mapping can find them in the next file.`}
        </p>
      ) : (
        <form onSubmit={submit} noValidate>
          <TextInput
            label={t`Name`}
            data-autofocus
            maxLength={MAPPING_LIMITS.name}
            value={name}
            error={error}
            description={
              former === null
                ? t`Keeps the names of the columns and how they are imported, and no rows.`
                : t`Replaces the mapping of this name.`
            }
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError(null)
            }}
          />
          <Checkbox
            mt="sm"
            checked={isShared}
            onChange={(event) => setChosen(event.currentTarget.checked)}
            label={t`Share in the organization`}
            description={t`People who may write requirements see it. Vendors do not.`}
          />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit">{t`Save mapping`}</Button>
          </Group>
        </form>
      )}
      {changeable.length > 0 && (
        <ul className={classes.list} aria-label={t`Saved mappings`}>
          {changeable.map((mapping) => (
            <SavedMapping key={mapping.id} mapping={mapping} named={named} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function SavedMapping({ mapping, named }: { mapping: NamedMapping; named: NamedMappings }) {
  const { t } = useLingui()
  const [renamed, setRenamed] = useState<string | null>(null)
  const { name, isShared, content, isOwn } = mapping
  const rename = (event: FormEvent) => {
    event.preventDefault()
    const next = (renamed ?? '').trim()
    if (next !== '' && next !== name) named.save({ former: mapping, name: next, isShared, content })
    setRenamed(null)
  }
  if (renamed !== null)
    return (
      <li>
        <form className={classes.rename} onSubmit={rename}>
          <TextInput
            aria-label={t`New name of ${name}`}
            autoFocus
            maxLength={MAPPING_LIMITS.name}
            value={renamed}
            onChange={(event) => setRenamed(event.currentTarget.value)}
          />
          <Button size="compact-xs" type="submit">{t`Rename`}</Button>
          <Button size="compact-xs" variant="default" onClick={() => setRenamed(null)}>
            {t`Cancel`}
          </Button>
        </form>
      </li>
    )
  return (
    <li>
      <span>{isShared ? t`${name} (shared)` : name}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t`Rename ${name}`}
        onClick={() => setRenamed(name)}
      >{t`Rename`}</Button>
      {isOwn && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => named.save({ former: mapping, name, isShared: !isShared, content })}
          aria-label={isShared ? t`Stop sharing ${name}` : t`Share ${name}`}
        >
          {isShared ? t`Stop sharing` : t({ message: 'Share', context: 'as an action' })}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={t`Delete ${name}`}
        onClick={({ currentTarget }) => {
          focusLastingly(currentTarget)
          named.remove(mapping)
        }}
      >{t`Delete`}</Button>
    </li>
  )
}
