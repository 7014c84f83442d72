import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { newId } from '../../lib/mutate.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { parseTags } from './tags.ts'
import { weightOfText } from './weight-of-text.ts'

const EMPTY = { name: '', description: '', version: '1', tags: '', weight: '' }
type Draft = typeof EMPTY

/** Creates an empty project. It starts as a draft that only its owner sees. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const weight = weightOfText(draft.weight)
    const found: FieldError[] = [
      ...(draft.name.trim() === '' ? [{ inputId: 'project-name', text: t`Enter a name` }] : []),
      ...(weight === undefined
        ? [{ inputId: 'project-weight', text: t`Enter a number from 0 to 100` }]
        : []),
    ]
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    const id = newId()
    try {
      await api.projects.create({
        body: {
          id,
          name: draft.name.trim(),
          description: draft.description.trim(),
          version: draft.version.trim(),
          tags: parseTags(draft.tags),
          weight,
        },
      })
      await tryNow()
      onClose()
      await navigate({ to: '/project/$id/packages', params: { id } })
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`New project`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary errors={errors} />
        <ProjectFields
          draft={draft}
          errors={errors}
          onChange={(changes) => setDraft((last) => ({ ...last, ...changes }))}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>{t`Create project`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

interface ProjectFieldsProps {
  draft: Draft
  errors: readonly FieldError[]
  onChange: (changes: Partial<Draft>) => void
}

function ProjectFields({ draft, errors, onChange }: ProjectFieldsProps) {
  const { t } = useLingui()
  const errorOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  return (
    <>
      <TextInput
        id="project-name"
        label={t`Name`}
        required
        maxLength={200}
        data-autofocus
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf('project-name')}
      />
      <Textarea
        mt="sm"
        label={t`Description`}
        description={t`What you are buying and why. Visible to vendors.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Group grow mt="sm" align="flex-end">
        <TextInput
          label={t`Version`}
          maxLength={50}
          value={draft.version}
          onChange={(event) => onChange({ version: event.currentTarget.value })}
        />
        <TextInput
          label={t`Tags`}
          description={t`Separated by commas`}
          value={draft.tags}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      </Group>
      <TextInput
        id="project-weight"
        mt="sm"
        label={t`Weight of the project`}
        description={t`Orders your list of projects. Vendors do not see it.`}
        inputMode="decimal"
        maxLength={10}
        value={draft.weight}
        onChange={(event) => onChange({ weight: event.currentTarget.value })}
        error={errorOf('project-weight')}
      />
    </>
  )
}
