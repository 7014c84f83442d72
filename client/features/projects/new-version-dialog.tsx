import { Button, Group, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { ProjectVersion } from '#schema/entities/history.ts'
import { Refusal } from '#schema/refusal.ts'
import { nextVersionName, versionProblem } from '#schema/rules/diff/versions.ts'
import { useVersions, versionCalls } from '../../lib/project-versions.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import { movedText } from './moved-text.ts'
import { transitionConfirmation, transitionLabel } from './transition-text.ts'

const NAME_ID = 'new-version-name'
const NO_VERSIONS: readonly ProjectVersion[] = []

/** The error of a refused name stands at the field, any other one above the form. */
const errorOf = (error: unknown): FieldError => ({
  inputId: error instanceof Refusal && error.code === 'VERSION_NOT_UNIQUE' ? NAME_ID : null,
  text: refusalText(error),
})

/** Creates the next version of a project and opens it. This version is archived. */
export function NewVersionDialog({ project, transition, onClose }: MoveDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const offlineReason = useOfflineReason()
  const remote = useVersions(project.id)
  const versions = remote.status === 'ready' ? remote.value.items : NO_VERSIONS
  // Null = not typed: the suggestion may still change once the other versions are known.
  const [typed, setTyped] = useState<string | null>(null)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const name = typed ?? nextVersionName(project.version, [...versions, project])
  const newer = versions.find(({ isCurrent, projectId }) => isCurrent && projectId !== project.id)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (offlineReason !== null || isBusy) return
    const problem = versionProblem(name, project.id, versions)
    if (name.trim() === '') return setErrors([{ inputId: NAME_ID, text: t`Enter a version` }])
    if (problem !== null) return setErrors([errorOf(new Refusal(problem))])
    setBusy(true)
    try {
      const { id } = await versionCalls.create({
        params: { id: project.id },
        body: { version: name.trim() },
      })
      await tryNow()
      onClose()
      toast.success(movedText(transition))
      await navigate({ to: '/project/$id/detail', params: { id } })
    } catch (error) {
      setErrors([errorOf(error)])
      setBusy(false)
      remote.reload()
    }
  }
  return (
    <Dialog onClose={onClose} title={transitionLabel(transition)} size={520}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.lead}>{transitionConfirmation(transition)}</p>
        <ErrorSummary errors={errors} />
        {newer !== undefined && (
          <p className={classes.lead}>
            {errors.length === 0 && `${codeText('VERSION_TOO_OLD')}. `}
            <Link to="/project/$id/detail" params={{ id: newer.projectId }} onClick={onClose}>
              <Trans>Open version {newer.version}</Trans>
            </Link>
          </p>
        )}
        <TextInput
          id={NAME_ID}
          label={t`Name of the new version`}
          description={t`The current version is ${project.version}.`}
          required
          maxLength={FIELD_LIMITS.version}
          data-autofocus
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={errors.find(({ inputId }) => inputId === NAME_ID)?.text}
        />
        <p className={classes.note}>
          <Trans>
            Content, people and vendors are copied. Answers are copied as drafts. Comments, files,
            overrides and the history stay in this version.
          </Trans>
        </p>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <ExplainedButton reason={offlineReason} loading={isBusy} onClick={() => void submit()}>
            {transitionLabel(transition)}
          </ExplainedButton>
        </Group>
        {/* Enter in the field submits. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
