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

/** Creates an empty project. It starts as a draft that only its owner sees. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [version, setVersion] = useState('1')
  const [tags, setTags] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const nameError = errors.find((error) => error.inputId === 'project-name')?.text

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setErrors([{ inputId: 'project-name', text: t`Enter a name` }])
    setBusy(true)
    setErrors([])
    const id = newId()
    try {
      await api.projects.create({
        body: {
          id,
          name: name.trim(),
          description: description.trim(),
          version: version.trim(),
          tags: parseTags(tags),
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
        <TextInput
          id="project-name"
          label={t`Name`}
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameError}
        />
        <Textarea
          mt="sm"
          label={t`Description`}
          description={t`What you are buying and why. Visible to vendors.`}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={5_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group grow mt="sm" align="flex-end">
          <TextInput
            label={t`Version`}
            maxLength={50}
            value={version}
            onChange={(event) => setVersion(event.currentTarget.value)}
          />
          <TextInput
            label={t`Tags`}
            description={t`Separated by commas`}
            value={tags}
            onChange={(event) => setTags(event.currentTarget.value)}
          />
        </Group>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>{t`Create project`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
