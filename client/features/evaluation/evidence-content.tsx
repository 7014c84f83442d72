import { ActionIcon, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { NodePath } from './node-path.tsx'
import { idOf, indexOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import { RequirementEvidence } from './requirement-evidence.tsx'
import { ChangedAfterOpening } from './scoring-changes.tsx'
import { ScoreSum } from './score-sum.tsx'
import type { EvidenceTarget } from './use-evidence.ts'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './evidence.module.css'

export interface EvidenceContentProps {
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  columns: readonly VendorColumn[]
  target: EvidenceTarget
  onTarget: (target: EvidenceTarget) => void
}

/** Title of the evidence, such as `FUN-0001 · Vendor`. */
export const useEvidenceTitle = (
  evaluation: Evaluation,
  columns: readonly VendorColumn[],
  target: EvidenceTarget | null,
): string => {
  const { t } = useLingui()
  if (target === null) return ''
  const { layout } = evaluation.prepared
  const { code, name } = nodeName(layout, target.node.level, indexOf(layout, target.node) ?? 0)
  const label = target.node.level === 'project' ? t`Weighted total` : (code ?? name)
  return `${label} · ${columns.find((one) => one.vendorId === target.vendorId)?.name ?? ''}`
}

/** The sum behind a score. For a requirement it adds the vendor's answer and the override. */
export function EvidenceContent(props: EvidenceContentProps) {
  const { project, actor, evaluation, columns, target, onTarget } = props
  const { t } = useLingui()
  const { node, vendorId, asked } = target
  const index = indexOf(evaluation.prepared.layout, node)
  const column = columns.find((one) => one.vendorId === vendorId)
  const look = (next: NodeRef) => onTarget({ node: next, vendorId, asked: 0 })
  if (index === null || column === undefined) {
    return (
      <p>
        <Trans>This was removed from the project.</Trans>
      </p>
    )
  }
  return (
    <div className={classes.drawer}>
      <div className={classes.bar}>
        <NativeSelect
          size="xs"
          aria-label={t`Vendor`}
          value={String(vendorId)}
          data={columns.map((one) => ({ value: String(one.vendorId), label: one.name }))}
          onChange={({ currentTarget: { value } }) =>
            onTarget({ node, vendorId: Number(value), asked: 0 })
          }
        />
        {node.level === 'requirement' && (
          <span className={classes.neighbours}>
            <RequirementLink evaluation={evaluation} index={index} projectId={project.id} />
            <Neighbours evaluation={evaluation} index={index} onLook={look} />
          </span>
        )}
      </div>
      <ChangedAfterOpening project={project} />
      <NodePath evaluation={evaluation} node={node} index={index} onLook={look} />
      {node.level === 'requirement' ? (
        <RequirementEvidence
          key={`${node.id}.${vendorId}.${asked}`}
          project={project}
          actor={actor}
          evaluation={evaluation}
          index={index}
          column={column}
          wantsOverride={asked > 0}
        />
      ) : (
        <ScoreSum
          evaluation={evaluation}
          level={node.level}
          index={index}
          vendor={column.position}
          onLook={look}
        />
      )}
    </div>
  )
}

function RequirementLink({
  evaluation,
  index,
  projectId,
}: {
  evaluation: Evaluation
  index: number
  projectId: string
}) {
  const requirement = evaluation.prepared.layout.requirements[index]
  if (requirement === undefined || requirement.fullId === null) return null
  const { documentId, fullId } = requirement
  return (
    <Link
      to="/project/$id/documents/$documentId/requirement/$requirementFullId"
      params={{ id: projectId, documentId, requirementFullId: fullId }}
    >
      <Trans>Open requirement</Trans>
    </Link>
  )
}

interface NeighboursProps {
  evaluation: Evaluation
  index: number
  onLook: (node: NodeRef) => void
}

/** Links the previous and the next requirement in the project's order. */
function Neighbours({
  evaluation: {
    prepared: { layout },
  },
  index,
  onLook,
}: NeighboursProps) {
  const { t } = useLingui()
  const go = (to: number) => onLook({ level: 'requirement', id: idOf(layout, 'requirement', to) })
  return (
    <>
      {index > 0 && (
        <ActionIcon aria-label={t`Previous requirement`} onClick={() => go(index - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      )}
      {index < layout.requirements.length - 1 && (
        <ActionIcon aria-label={t`Next requirement`} onClick={() => go(index + 1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
