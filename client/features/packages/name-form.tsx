import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts'
import classes from './packages-page.module.css'

interface NameFormProps {
  label: string
  value: string
  /** `over` is the name that the person saw when the form opened. */
  onSave: (name: string, over: string) => void
  onCancel: () => void
}

/** Renames in place: Enter saves, Escape cancels. */
export function NameForm({ label, value, onSave, onCancel }: NameFormProps) {
  const { t } = useLingui()
  useReturnFocus()
  const [over] = useState(value)
  const [name, setName] = useState(value)
  const [isTried, setTried] = useState(false)
  const isMissing = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === over) onCancel()
    else if (!isMissing) onSave(name.trim(), over)
  }
  return (
    <form
      className={classes.form}
      data-inline
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextInput
        className={classes.name}
        aria-label={label}
        size="xs"
        maxLength={200}
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={isTried && isMissing ? t`Enter a name` : undefined}
      />
      <div className={classes.formButtons}>
        <Button type="submit" size="compact-sm">{t`Save`}</Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
