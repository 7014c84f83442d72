import { Button, NumberInput, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { Override } from '#schema/entities/commitment.ts'
import { dropForm, keepForm } from '#client/lib/kept-form.ts'
import { mutate, undo } from '#client/lib/mutate.ts'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import classes from './evidence.module.css'
import { saveOverride } from './save-override.ts'
import { keptOverride, type OverrideMode, overrideFormOf } from './kept-override.ts'

interface OverrideFormProps {
  mode: OverrideMode
  projectId: string
  requirementId: string
  vendorId: number
  parameterId: string
  start: number | null
  /** The stored override; undefined = there was never one. */
  override: Override | undefined
  onDone: () => void
}

export function OverrideForm({
  mode,
  projectId,
  requirementId,
  vendorId,
  parameterId,
  start,
  override,
  onDone,
}: OverrideFormProps) {
  const { t } = useLingui()
  const ids = { value: useId(), reason: useId() }
  const name = overrideFormOf({ requirementId, vendorId, parameterId })
  const [kept] = useState(() => keptOverride(name, mode))
  const [value, setValue] = useState<number | string>(kept?.value ?? start ?? '')
  const [reason, setReason] = useState(kept?.reason ?? '')
  const [seen] = useState(override?.value ?? null)
  const [wasTried, setTried] = useState(false)
  const isValue = mode === 'remove' || (value !== '' && Number(value) >= 0 && Number(value) <= 100)
  const problems = {
    value: isValue ? null : t`Enter a value from 0 to 100`,
    reason: reason.trim() === '' ? t`Enter a reason. It stays in the history.` : null,
  }
  const shown = wasTried ? problems : { value: null, reason: null }
  const send = (): Promise<void> => {
    const cell = { projectId, requirementId, vendorId, parameterId, reason: reason.trim() }
    const options = {
      scope: projectId,
      undoLabel: mode === 'set' ? t`Override` : t`Remove override`,
    }
    return mode === 'set'
      ? saveOverride({ ...cell, value: Number(value) }, seen, options)
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
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorSummary
        errors={[
          ...(shown.value === null ? [] : [{ inputId: ids.value, text: shown.value }]),
          ...(shown.reason === null ? [] : [{ inputId: ids.reason, text: shown.reason }]),
        ]}
      />
      {mode === 'set' && (
        <NumberInput
          id={ids.value}
          label={t`Value in %`}
          required
          min={0}
          max={100}
          clampBehavior="none"
          value={value}
          onChange={(next) => write({ value: next })}
          error={shown.value}
          hideControls
          data-autofocus
          w={140}
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
