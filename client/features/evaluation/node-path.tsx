import { Trans, useLingui } from '@lingui/react/macro'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { idOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import classes from './evidence.module.css'
import { ContentText } from '../../ui/elements/content-text.tsx'

interface NodePathProps {
  evaluation: Evaluation
  node: NodeRef
  index: number
  onLook: (node: NodeRef) => void
}

/** Links the ancestors of a node, each to the sum of its own score. */
export function NodePath({
  evaluation: {
    prepared: { layout },
  },
  node,
  index,
  onLook,
}: NodePathProps) {
  const { t } = useLingui()
  if (node.level === 'project') return null
  const above = ancestors(layout, node, index)
  return (
    <nav aria-label={t`Counts toward`} className={classes.path}>
      <button
        type="button"
        className={classes.link}
        onClick={() => onLook({ level: 'project', id: '' })}
      >
        <Trans>Weighted total</Trans>
      </button>
      {above.map((one) => (
        <span key={one.id}>
          <span aria-hidden> / </span>
          <button
            type="button"
            className={classes.link}
            onClick={() => onLook({ level: one.level, id: one.id })}
          >
            <ContentText>{one.name}</ContentText>
          </button>
        </span>
      ))}
    </nav>
  )
}

interface Ancestor extends NodeRef {
  name: string
}

const ancestors = (
  layout: Evaluation['prepared']['layout'],
  { level }: NodeRef,
  index: number,
): Ancestor[] => {
  const requirement = level === 'requirement' ? layout.requirements[index] : undefined
  const section = level === 'section' ? layout.sections[index] : undefined
  const document = level === 'document' ? layout.documents[index] : undefined
  const ids = [
    { level: 'package', id: (requirement ?? section ?? document)?.packageId },
    { level: 'document', id: (requirement ?? section)?.documentId },
    { level: 'section', id: requirement?.sectionId },
  ] as const
  const rows = { package: layout.packages, document: layout.documents, section: layout.sections }
  return ids.flatMap(({ level: kind, id }) => {
    const place = id === undefined ? -1 : rows[kind].findIndex((row) => row.id === id)
    return place === -1
      ? []
      : [{ level: kind, id: idOf(layout, kind, place), name: nodeName(layout, kind, place).name }]
  })
}
