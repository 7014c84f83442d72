import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Deadline, Project } from '#schema/entities/project.ts'
import { isDeadlineBinding } from '#schema/rules/project/deadline-change.ts'
import { formatDate } from '#schema/rules/format.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import parts from '../../ui/fields/form-parts.module.css'
import { DeadlineFields, deviceZone } from './deadline-fields.tsx'
import { deadlineProblems } from './deadline-problem.ts'

const ExtendDialog = lazyDialog(() =>
  import('./extend-deadline-dialog.tsx').then((part) => part.ExtendDeadlineDialog),
)

interface DeadlineSettingProps {
  project: Project
  isReadOnly: boolean
  onSave: (deadline: Deadline | null) => void
}

/**
 * Saves the deadline directly until vendors rely on it. After that, it can only be extended in a
 * dialog.
 */
export function DeadlineSetting({ project, isReadOnly, onSave }: DeadlineSettingProps) {
  const { t } = useLingui()
  const [error, setError] = useState<string | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const choose = (deadline: Deadline | null) => {
    const [problem] =
      deadline === null && project.state !== 'PUBLISHED'
        ? []
        : deadlineProblems(project, deadline, '')
    setError(problem?.text)
    if (problem === undefined) onSave(deadline)
  }
  if (project.deadline === null || !isDeadlineBinding(project)) {
    return (
      <div className={parts.pair}>
        <DeadlineFields
          value={project.deadline}
          onChange={choose}
          defaultZone={deviceZone()}
          disabled={isReadOnly}
          error={error}
        />
      </div>
    )
  }
  const [date, zone] = [formatDate(project.deadline.date), project.deadline.zone]
  return (
    <div>
      <p className={parts.lead}>
        <Trans>
          Deadline: {date}, midnight, {zone}.
        </Trans>{' '}
        <Trans>
          A published deadline can only be extended, with a reason that every vendor sees.
        </Trans>
      </p>
      {!isReadOnly && (
        <Button variant="default" onClick={() => setOpen(true)}>{t`Extend deadline…`}</Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ExtendDialog project={project} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
