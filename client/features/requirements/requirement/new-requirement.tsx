import { ActionIcon, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { useKeptText } from '#client/lib/kept-form.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { keptRequirementKey } from './kept-requirement.ts'
import classes from './new-requirement.module.css'

interface NewRequirementProps {
  /** Part of the name under which the unsaved text is kept. */
  documentId: string
  /** Section of the new requirement; '' if the document has no section yet. */
  sectionName: string
  /** Resolves when the requirement is stored on this device. */
  onAdd: (text: string) => Promise<unknown>
  onClose: () => void
}

/**
 * Input for a new requirement, which is created only once it has a text. Enter saves and continues
 * with another one; Escape closes.
 */
export function NewRequirement({ documentId, sectionName, onAdd, onClose }: NewRequirementProps) {
  const { t } = useLingui()
  const [text, change] = useKeptText(keptRequirementKey(documentId))
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const input = field.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  const save = async () => {
    const name = text.trim()
    if (name === '' || isBusy) return field.current?.focus()
    setBusy(true)
    try {
      await onAdd(name)
      change('')
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
    field.current?.focus()
  }
  const leave = () => {
    change('')
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <div
      className={classes.bar}
      data-keep-clear
      role="group"
      aria-label={t`New requirement`}
      data-no-print
    >
      <textarea
        ref={field}
        className={classes.field}
        rows={2}
        value={text}
        aria-label={t`Requirement`}
        maxLength={FIELD_LIMITS.requirementName}
        placeholder={t`What the solution must do`}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.hint}>
        {sectionName !== '' && <Trans>In section {sectionName}.</Trans>}{' '}
        <Trans>Enter saves, Esc discards.</Trans>
      </span>
      <Button size="xs" loading={isBusy} onClick={() => void save()}>
        <Trans>Save</Trans>
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Discard the new requirement`}
        onClick={leave}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
