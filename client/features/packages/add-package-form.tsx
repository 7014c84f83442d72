import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { newId } from '../../lib/mutate.ts'
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts'
import { editStructure, offerUndo } from './edit-structure.ts'
import classes from './packages-page.module.css'

/** Adds packages; stays open after each so that another can be added. */
export function AddPackageForm({
  projectId,
  after,
  onClose,
}: {
  projectId: string
  after: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  useReturnFocus()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const trimmed = name.trim()
    setTried(trimmed === '')
    if (
      trimmed === '' ||
      !(await editStructure(
        'packages.create',
        { projectId, id: newId(), name: trimmed, after },
        t`Add package ${trimmed}`,
      ))
    )
      return
    setName('')
    input.current?.focus()
    offerUndo(projectId, t`Package ${trimmed} added`)
  }
  return (
    <form
      className={`${classes.form} ${classes.addPackage}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextInput
        ref={input}
        className={classes.name}
        label={t`Name of the package`}
        maxLength={200}
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTried && name.trim() === '' ? t`Enter a name` : undefined}
      />
      <div className={classes.formButtons}>
        <Button type="submit" size="sm">{t`Add package`}</Button>
        <Button size="sm" variant="default" onClick={onClose}>{t`Done`}</Button>
      </div>
    </form>
  )
}
