import { ActionIcon, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation.ts'
import { DrawerPanel } from '#client/ui/drawer-panel.tsx'
import { NodePath } from './node-path.tsx'
import { idOf, indexOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import { RequirementEvidence } from './requirement-evidence.tsx'
import { ChangedAfterOpening } from './scoring-changes.tsx'
import { ScoreSum } from './score-sum.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './evidence.module.css'

/** Which score is looked into: a node of the tree and a vendor. `override` puts the cursor into the form. */
export interface EvidenceTarget { node: NodeRef; vendorId: number; intent: 'look' | 'override' }

interface EvidenceDrawerProps {
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  columns: readonly VendorColumn[]
  target: EvidenceTarget | null
  onTarget: (target: EvidenceTarget | null) => void
}

/** The sum behind any score; for a requirement also the vendor's answer and the override. */
export function EvidenceDrawer({ project, actor, evaluation, columns, target, onTarget }: EvidenceDrawerProps) {
  const { t } = useLingui()
  const { layout } = evaluation.prepared
  const index = target && indexOf(layout, target.node)
  const column = columns.find((one) => one.vendorId === target?.vendorId)
  const { code, name } = nodeName(layout, target?.node.level ?? 'project', index ?? 0)
  const label = target?.node.level === 'project' ? t`Weighted total` : code ?? name
  const vendorName = column?.name ?? ''
  const look = (node: NodeRef) => target && onTarget({ ...target, node, intent: 'look' })
  return (
    <DrawerPanel opened={target !== null} onClose={() => onTarget(null)} title={`${label} · ${vendorName}`} size={620}>
      {target !== null && (index === null || column === undefined)
        ? <p><Trans>This was removed from the project.</Trans></p>
        : target !== null && column !== undefined && index !== null && (
          <div className={classes.drawer}>
            <div className={classes.bar}>
              <NativeSelect
                size="xs" aria-label={t`Vendor`} value={String(target.vendorId)}
                data={columns.map((one) => ({ value: String(one.vendorId), label: one.name }))}
                onChange={({ currentTarget: { value } }) => onTarget({ ...target, vendorId: Number(value), intent: 'look' })}
              />
              {target.node.level === 'requirement' && (
                <span className={classes.neighbours}>
                  <RequirementLink evaluation={evaluation} index={index} projectId={project.id} />
                  <Neighbours evaluation={evaluation} index={index} onLook={look} />
                </span>
              )}
            </div>
            <ChangedAfterOpening project={project} />
            <NodePath evaluation={evaluation} node={target.node} index={index} onLook={look} />
            {target.node.level === 'requirement'
              ? (
                <RequirementEvidence
                  key={`${target.node.id}.${target.vendorId}`} project={project} actor={actor} evaluation={evaluation} index={index} column={column}
                  wantsOverride={target.intent === 'override'}
                />
              )
              : <ScoreSum evaluation={evaluation} level={target.node.level} index={index} vendor={column.position} onLook={look} />}
          </div>
        )}
    </DrawerPanel>
  )
}

function RequirementLink({ evaluation, index, projectId }: { evaluation: Evaluation; index: number; projectId: string }) {
  const requirement = evaluation.prepared.layout.requirements[index]
  if (requirement === undefined || requirement.fullId === null) return null
  const { documentId, fullId } = requirement
  return (
    <Link to="/project/$id/documents/$documentId/requirement/$requirementFullId" params={{ id: projectId, documentId, requirementFullId: fullId }}>
      <Trans>Open requirement</Trans>
    </Link>
  )
}

interface NeighboursProps { evaluation: Evaluation; index: number; onLook: (node: NodeRef) => void }

/** The requirement before and after, in the order of the project. */
function Neighbours({ evaluation: { prepared: { layout } }, index, onLook }: NeighboursProps) {
  const { t } = useLingui()
  const go = (to: number) => onLook({ level: 'requirement', id: idOf(layout, 'requirement', to) })
  return (
    <>
      {index > 0 && (
        <ActionIcon aria-label={t`Previous requirement`} onClick={() => go(index - 1)}><IconChevronLeft size={16} aria-hidden /></ActionIcon>
      )}
      {index < layout.requirements.length - 1 && (
        <ActionIcon aria-label={t`Next requirement`} onClick={() => go(index + 1)}><IconChevronRight size={16} aria-hidden /></ActionIcon>
      )}
    </>
  )
}
