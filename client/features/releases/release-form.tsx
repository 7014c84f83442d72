import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import type { Release } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { mutate, newId } from '../../lib/mutate.ts'
import { readRows } from '../../lib/project-store.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { mutateTyped } from '../../ui/feedback/tell-replaced-fields.ts'
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts'
import classes from './releases-page.module.css'

interface ReleaseFormProps {
  projectId: string
  /** Null = create a release; the form stays open for another one. */
  release: Release | null
  after: string | null
  onClose: () => void
}

/** Writes the changed fields; a colleague's edit of the other field stays. */
const saveRelease = async (
  stood: Release,
  { version, date }: Pick<Release, 'version' | 'date'>,
  undoLabel: string,
): Promise<void> => {
  const { projectId, id } = stood
  const given = {
    ...(version !== stood.version && { version }),
    ...(date !== stood.date && { date }),
  }
  if (Object.keys(given).length === 0) return
  await mutateTyped(
    {
      name: 'releases.update',
      row: { entity: 'release', id },
      over: { version: stood.version, date: stood.date },
      given,
      argsOf: (patch) => ({ projectId, id, patch }),
      shown: (field, value) =>
        field === 'date' && typeof value === 'string' ? formatDate(value) : String(value ?? ''),
    },
    { scope: projectId, undoLabel },
  )
}

export function ReleaseForm({ projectId, release, after, onClose }: ReleaseFormProps) {
  const { t } = useLingui()
  useReturnFocus()
  /** The release as the person saw it when the form opened. */
  const [stood] = useState(release)
  const [version, setVersion] = useState(stood?.version ?? '')
  const [date, setDate] = useState<string | null>(stood?.date ?? null)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const problemOf = (name: string): string | null => {
    if (name === '') return t`Enter a version`
    const isTaken = readRows(projectId, 'release', { projectId }).some(
      (row) => row.id !== release?.id && row.version === name,
    )
    return isTaken ? codeText('validation.unique') : null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = version.trim()
    const problem = problemOf(name)
    setError(problem)
    if (problem !== null) return
    try {
      if (release === null)
        await mutate(
          'releases.create',
          { projectId, id: newId(), version: name, date, after },
          { scope: projectId, undoLabel: t`Add release ${name}` },
        )
      else await saveRelease(stood ?? release, { version: name, date }, t`Edit release ${name}`)
    } catch (refusal) {
      return setError(refusalText(refusal))
    }
    if (release !== null) return onClose()
    setVersion('')
    setDate(null)
    input.current?.focus()
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      noValidate
    >
      <TextInput
        ref={input}
        label={t`Version`}
        maxLength={50}
        autoFocus
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
        error={error}
      />
      <DateField label={t`Date`} value={date} onChange={setDate} />
      <div className={classes.buttons}>
        <Button type="submit" size="sm">
          {release === null ? t`Add release` : t`Save`}
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          {release === null ? t`Done` : t`Cancel`}
        </Button>
      </div>
    </form>
  )
}
