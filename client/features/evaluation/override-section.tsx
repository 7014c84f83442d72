import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { keptOverride, type OverrideMode, overrideFormOf } from './kept-override.ts'
import { OverrideForm } from './override-form.tsx'
import { OverrideHistory } from './override-history.tsx'
import { typedOf, valueText } from './override-value.ts'
import { whyNot } from './why-not.ts'
import classes from './evidence.module.css'

export interface OverrideSectionProps {
  project: Project
  actor: ProjectActor
  requirement: Requirement
  vendorId: number
  field: Parameter
  commitment: Commitment | undefined
  override: Override | undefined
  wantsFocus: boolean
}

/** The override of one field: its value, author and reason, and the form to change it. */
export function OverrideSection(props: OverrideSectionProps) {
  const { project, actor, requirement, vendorId, field, commitment, override, wantsFocus } = props
  const { t } = useLingui()
  const refusal = whyNot(actor, 'override.write', {
    state: project.state,
    packageId: requirement.packageId,
  })
  const cell = { requirementId: requirement.id, vendorId, parameterId: field.id }
  const [mode, setMode] = useState<OverrideMode | 'none'>(() => {
    if (refusal !== null) return 'none'
    return keptOverride(overrideFormOf(cell))?.mode ?? (wantsFocus ? 'set' : 'none')
  })
  const section = useRef<HTMLElement>(null)
  const end = () => {
    setMode('none')
    section.current?.focus()
  }
  const isUnsent = useUnsent(project.id, 'override', overrideId(requirement.id, vendorId, field.id))
  const isActive = override !== undefined && !override.removed
  const given = commitment?.submitted === true ? (commitment.values[field.id] ?? null) : null
  const answered = valueText(field, given)
  const { name } = field
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
            <s>{answered ?? t`no answer`}</s> → <strong>{valueText(field, override.value)}</strong>
          </>
        ) : field.isStatement !== true ? (
          <Trans>Answer: {answered ?? t`no answer`}</Trans>
        ) : (
          <Trans>Score: {answered ?? t`no answer, 0 %`}</Trans>
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
          field={field}
          start={typedOf(field, isActive ? override.value : given)}
          override={override}
          onDone={end}
        />
      )}
      {override !== undefined && <OverrideHistory override={override} field={field} />}
    </section>
  )
}
