import { Button, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Override } from '#schema/entities/commitment.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import { dropForm, keepForm } from '#client/lib/kept-form.ts'
import { mutate, undo } from '#client/lib/mutate.ts'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import classes from './evidence.module.css'
import { OverrideInput } from './override-input.tsx'
import { typedProblem, typedValue } from './override-value.ts'
import { saveOverride } from './save-override.ts'
import { keptOverride, type OverrideMode, overrideFormOf } from './kept-override.ts'

interface OverrideFormProps {
  mode: OverrideMode
  projectId: string
  requirementId: string
  vendorId: number
  field: Parameter
  /** The first content of the value. */
  start: number | string
  /** The stored override; undefined = there was never one. */
  override: Override | undefined
  onDone: () => void
}

export function OverrideForm({
  mode,
  projectId,
  requirementId,
  vendorId,
  field,
  start,
  override,
  onDone,
}: OverrideFormProps) {
  const { t } = useLingui()
  const ids = { value: useId(), reason: useId() }
  const parameterId = field.id
  const name = overrideFormOf({ requirementId, vendorId, parameterId })
  const [kept] = useState(() => keptOverride(name, mode))
  const [value, setValue] = useState<number | string>(kept?.value ?? start)
  const [reason, setReason] = useState(kept?.reason ?? '')
  const form = useRef<HTMLFormElement>(null)
  // A kept form appears while the cursor moves over the matrix, and must not take the focus.
  useEffect(() => {
    if (kept === null) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [kept])
  const [seen] = useState(override?.value ?? null)
  const [wasTried, setTried] = useState(false)
  const problems = {
    value: mode === 'remove' ? null : typedProblem(field, value),
    reason: reason.trim() === '' ? t`Enter a reason. It stays in the history.` : null,
  }
  const shown = wasTried ? problems : { value: null, reason: null }
  const send = (): Promise<void> => {
    const cell = { projectId, requirementId, vendorId, parameterId, reason: reason.trim() }
    const options = {
      scope: projectId,
      undoLabel:
        mode === 'set' ? t({ message: 'Override', context: 'as an action' }) : t`Remove override`,
    }
    return mode === 'set'
      ? saveOverride(field, { ...cell, value: typedValue(field, value) }, { seen, options })
      : mutate('overrides.remove', cell, options)
  }
  // Keep what is typed: beside the matrix, the cursor may move to another cell at any time.
  const write = (next: { value?: number | string; reason?: string }) => {
    if (next.value !== undefined) setValue(next.value)
    if (next.reason !== undefined) setReason(next.reason)
    keepForm(name, { mode, value, reason, ...next })
  }
  const end = () => {
    dropForm(name)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.value !== null || problems.reason !== null) return
    send()
      .then(() => {
        toast.success(mode === 'set' ? t`Value overridden` : t`Override removed`, {
          undo: () => undo(projectId),
        })
        end()
      })
      .catch((error: unknown) => toast.error(error))
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <ErrorSummary
        errors={[
          ...(shown.value === null ? [] : [{ inputId: ids.value, text: shown.value }]),
          ...(shown.reason === null ? [] : [{ inputId: ids.reason, text: shown.reason }]),
        ]}
      />
      {mode === 'set' && (
        <OverrideInput
          id={ids.value}
          field={field}
          value={value}
          error={shown.value}
          onChange={(next) => write({ value: next })}
        />
      )}
      <Textarea
        id={ids.reason}
        label={t`Reason`}
        required
        minRows={2}
        maxLength={2000}
        autosize
        value={reason}
        error={shown.reason}
        onChange={(event) => write({ reason: event.currentTarget.value })}
        {...(mode === 'remove' ? { 'data-autofocus': true } : {})}
      />
      <div className={classes.buttons}>
        <Button type="submit">{mode === 'set' ? t`Override value` : t`Remove override`}</Button>
        <Button variant="default" onClick={end}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
