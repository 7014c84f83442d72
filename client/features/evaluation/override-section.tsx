import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { overridePercent } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { Statement } from '#schema/rules/evaluation/evaluation-rows.ts'
import { statementPercent } from '#schema/rules/definition/statement.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { keptOverride, type OverrideMode, overrideFormOf } from './kept-override.ts'
import { OverrideForm } from './override-form.tsx'
import { OverrideHistory } from './override-history.tsx'
import { percentText } from './percent-text.ts'
import { whyNot } from './why-not.ts'
import classes from './evidence.module.css'

export interface OverrideSectionProps {
  project: Project
  actor: ProjectActor
  requirement: Requirement
  vendorId: number
  statement: Statement
  commitment: Commitment | undefined
  override: Override | undefined
  wantsFocus: boolean
}

/** The override of a statement: its value, author and reason, and the form to change it. */
export function OverrideSection(props: OverrideSectionProps) {
  const { project, actor, requirement, vendorId, statement, commitment, override, wantsFocus } =
    props
  const { t } = useLingui()
  const refusal = whyNot(actor, 'override.write', {
    state: project.state,
    packageId: requirement.packageId,
  })
  const cell = { requirementId: requirement.id, vendorId, parameterId: statement.parameter.id }
  const [mode, setMode] = useState<OverrideMode | 'none'>(() => {
    if (refusal !== null) return 'none'
    return keptOverride(overrideFormOf(cell))?.mode ?? (wantsFocus ? 'set' : 'none')
  })
  const section = useRef<HTMLElement>(null)
  const end = () => {
    setMode('none')
    section.current?.focus()
  }
  const isUnsent = useUnsent(
    project.id,
    'override',
    overrideId(requirement.id, vendorId, statement.parameter.id),
  )
  const isActive = override !== undefined && !override.removed
  const answered =
    commitment?.submitted === true
      ? statementPercent(statement.parameter, commitment.values[statement.parameter.id])
      : null
  const current = isActive ? overridePercent(statement, override.value) : null
  const { name } = statement.parameter
  return (
    <section
      ref={section}
      className={classes.section}
      aria-label={t`Override ${name}`}
      tabIndex={-1}
    >
      <h3>
        <Trans>Override {name}</Trans>{' '}
        {isActive && (
          <StatePill tone="amber">
            <Trans>Overridden</Trans>
          </StatePill>
        )}{' '}
        {isUnsent && (
          <StatePill tone="amber" title={t`Saved on this device, not sent yet`}>
            <Trans>Not sent yet</Trans>
          </StatePill>
        )}
      </h3>
      <p className={classes.values} data-testid="override-values">
        {isActive ? (
          <>
            <s>{percentText(answered) ?? t`no answer`}</s> → <strong>{percentText(current)}</strong>
          </>
        ) : (
          <Trans>Score: {percentText(answered) ?? t`no answer, 0 %`}</Trans>
        )}
      </p>
      {refusal !== null && <p className={classes.why}>{refusal}</p>}
      {refusal === null && mode === 'none' && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setMode('set')}>
            {isActive ? t`Change the override…` : t`Override…`}
          </Button>
          {isActive && (
            <Button
              variant="default"
              onClick={() => setMode('remove')}
            >{t`Remove override…`}</Button>
          )}
        </div>
      )}
      {refusal === null && mode !== 'none' && (
        <OverrideForm
          mode={mode}
          projectId={project.id}
          requirementId={requirement.id}
          vendorId={vendorId}
          parameterId={statement.parameter.id}
          start={current ?? answered}
          override={override}
          onDone={end}
        />
      )}
      {override !== undefined && <OverrideHistory override={override} statement={statement} />}
    </section>
  )
}
