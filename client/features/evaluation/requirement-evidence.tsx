import { Trans, useLingui } from '@lingui/react/macro'
import type { Project } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { leafParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { AnswerEvidence } from './answer-evidence.tsx'
import { enteredText } from './evaluation-text.ts'
import { ExcludeRequirement } from './exclude-requirement.tsx'
import { OtherOverrides } from './other-overrides.tsx'
import { OverrideSection } from './override-section.tsx'
import { ScoreSum } from './score-sum.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './evidence.module.css'
import { useContentLanguage } from '../../ui/elements/content-text.tsx'

interface RequirementEvidenceProps {
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  index: number
  column: VendorColumn
  wantsOverride: boolean
}

export function RequirementEvidence({
  project,
  actor,
  evaluation,
  index,
  column,
  wantsOverride,
}: RequirementEvidenceProps) {
  const { prepared } = evaluation
  const requirement = prepared.layout.requirements[index]
  if (requirement === undefined) return null
  const cell = column.position * prepared.layout.requirements.length + index
  const commitment = prepared.commitments.get(cell)
  const overrides = prepared.overrides.get(cell)
  const statements = prepared.layout.parsed[index]?.statements ?? []
  return (
    <>
      <RequirementText requirement={requirement} />
      <ScoreSum
        evaluation={evaluation}
        level="requirement"
        index={index}
        vendor={column.position}
      />
      <AnswerEvidence
        requirement={requirement}
        commitment={commitment}
        vendorName={column.name}
        releases={prepared.rows.releases}
        overrides={overrides}
      />
      {statements.map((statement, i) => (
        <OverrideSection
          key={statement.parameter.id}
          project={project}
          actor={actor}
          requirement={requirement}
          vendorId={column.vendorId}
          field={statement.parameter}
          commitment={commitment}
          override={overrides?.get(statement.parameter.id)}
          wantsFocus={wantsOverride && i === 0}
        />
      ))}
      <OtherOverrides
        project={project}
        actor={actor}
        requirement={requirement}
        vendorId={column.vendorId}
        commitment={commitment}
        overrides={overrides}
      />
      <ExcludeRequirement project={project} actor={actor} requirement={requirement} />
    </>
  )
}

function RequirementText({ requirement }: { requirement: Requirement }) {
  const { t } = useLingui()
  const language = useContentLanguage()
  const content = leafParameters(
    parseDefinition(requirement.definition).contentConfiguration.parameters,
  )
  return (
    <section className={classes.section} aria-label={t`Requirement`}>
      <p className={classes.text} {...language}>
        {requirement.name}
      </p>
      <dl className={classes.fields}>
        {content.map((parameter) => {
          const text = enteredText(parameter, parameter.value, { yes: t`yes`, no: t`no` })
          return (
            text !== null && (
              <div key={parameter.id}>
                <dt {...language}>{parameter.name}</dt>
                <dd {...language}>{text}</dd>
              </div>
            )
          )
        })}
        {requirement.evaluatorHelp !== '' && (
          <div>
            <dt>
              <Trans>Help for evaluators</Trans>
            </dt>
            <dd {...language}>{requirement.evaluatorHelp}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
