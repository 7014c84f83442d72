import { Trans, useLingui } from '@lingui/react/macro'
import { IconLock, IconScale } from '@tabler/icons-react'
import type { Project } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'

/** Explains why there are no scores yet, and when there will be. */
export function EvaluationClosed({ project }: { project: Project }) {
  const { t } = useLingui()
  if (project.state === 'ARCHIVED') {
    return (
      <EmptyState icon={<IconLock size={20} />} title={t`The answers are sealed`}>
        <p>
          <Trans>The project was archived before its answers were opened. They stay sealed.</Trans>
        </p>
      </EmptyState>
    )
  }
  if (project.state !== 'PUBLISHED') {
    return (
      <EmptyState icon={<IconScale size={20} />} title={t`Nothing to evaluate yet`}>
        <p>
          <Trans>
            Vendors answer once the project is published. The scores of their submitted answers
            appear here when it moves to Validation.
          </Trans>
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconLock size={20} />}
      title={project.sealed ? t`The answers are sealed` : t`The vendors are still answering`}
    >
      {project.sealed && (
        <p>
          <Trans>Nobody on your team can read answers while the project is published.</Trans>
        </p>
      )}
      <p>
        <OpensWhen deadline={project.deadline} sealed={project.sealed} />
      </p>
    </EmptyState>
  )
}

function OpensWhen({ deadline, sealed }: Pick<Project, 'deadline' | 'sealed'>) {
  if (deadline === null)
    return (
      <Trans>
        The evaluation opens when the owner ends publishing and moves the project to Validation.
      </Trans>
    )
  const day = formatDate(deadline.date)
  const { zone } = deadline
  if (sealed)
    return (
      <Trans>
        The evaluation opens after the deadline, at the end of {day} ({zone}), or earlier when the
        owner asks for it and a second person confirms.
      </Trans>
    )
  return (
    <Trans>
      The evaluation opens after the deadline, at the end of {day} ({zone}), or earlier when the
      owner ends publishing and moves the project to Validation.
    </Trans>
  )
}

export function EvaluationDenied() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<IconLock size={20} />}
      title={t`You don't have access to the vendors' answers`}
    >
      <p>
        <Trans>
          Your role in this project does not allow reading answers. Ask the project owner for
          access.
        </Trans>
      </p>
    </EmptyState>
  )
}
