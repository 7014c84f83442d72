import { Button, Group, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { projectMemberCalls } from './use-members.ts'
import parts from '../../ui/fields/form-parts.module.css'

const OWNER_ID = 'next-owner'
/** The people of the organization who may own the project; members come first. */
const loadPeople = async (projectId: string) => {
  const params = { id: projectId }
  const members = await projectMemberCalls.list({ params, body: { pageSize: 200 } })
  const others = await projectMemberCalls.unassigned({ params })
  return [
    ...members.items.flatMap(({ userId, name, isOwner, isBlocked }) =>
      userId === null || isOwner || isBlocked ? [] : [{ userId, name }],
    ),
    ...others,
  ]
}

export function OwnerDialog({
  project,
  onClose,
}: {
  project: ProjectSummary
  onClose: () => void
}) {
  const { t } = useLingui()
  const people = useRemote(project.id, () => loadPeople(project.id))
  // The version at opening; null after a refusal, when the person has seen what changed since.
  const [seenOn, setSeenOn] = useState<number | null>(project.updatedOn)
  const [next, setNext] = useState<string | null>(null)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const choose = (value: string | null) => {
    setNext(value)
    setErrors([])
  }
  const handOver = async () => {
    if (next === null) return setErrors([{ inputId: OWNER_ID, text: t`Choose a person.` }])
    setBusy(true)
    try {
      await projectMemberCalls.changeOwner({
        params: { id: project.id },
        body: { id: Number(next), updatedOn: seenOn ?? project.updatedOn },
      })
      toast.success(t`Owner changed`)
      onClose()
      await tryNow()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
      setSeenOn(null)
      await tryNow()
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Change owner`}>
      <ErrorSummary errors={errors} />
      <p className={parts.lead}>
        <Trans>
          The new owner controls the project from now on. {project.ownerName} stays as an
          administrator and cannot undo this alone.
        </Trans>
      </p>
      <RemotePart remote={people}>
        {(list) => (
          <Select
            id={OWNER_ID}
            label={t`New owner`}
            searchable
            openOnFocus={false}
            value={next}
            onChange={choose}
            error={errors.find(({ inputId }) => inputId === OWNER_ID)?.text ?? null}
            nothingFoundMessage={t`No one found with this name.`}
            data={list.map(({ userId, name }) => ({ value: String(userId), label: name }))}
          />
        )}
      </RemotePart>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button color="red" loading={isBusy} onClick={() => void handOver()}>{t`Hand over`}</Button>
      </Group>
    </Dialog>
  )
}
