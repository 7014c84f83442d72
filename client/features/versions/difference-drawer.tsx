import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { requirementSlug } from '#client/lib/route-links.ts'
import { DrawerPanel } from '#client/ui/dialogs/drawer-panel.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'
import { WordDifference } from '#client/ui/elements/word-difference.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { movedText } from './change-words.ts'
import { type FieldDifference, fieldDifferences } from './field-differences.ts'
import { formerPlace, KIND_NAMES, labelOf, type BothNames, STATUS_WORDS } from './node-words.ts'
import classes from './difference.module.css'

export interface ComparedVersion {
  projectId: string
  version: string
}

interface DifferenceDrawerProps {
  /** Null = closed. */
  node: TreeDiff | null
  names: BothNames
  before: ComparedVersion
  after: ComparedVersion
  /** Opens the previous or next row that differs; null = there is none. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
}

/** What differs in one row, field by field and word by word. */
export function DifferenceDrawer({ node, onClose, ...rest }: DifferenceDrawerProps) {
  const { i18n } = useLingui()
  const language = useContentLanguage()
  const { code, name } = node === null ? { code: null, name: '' } : labelOf(node)
  const kind = node === null ? '' : i18n._(KIND_NAMES[node.kind])
  return (
    <DrawerPanel
      opened={node !== null}
      onClose={onClose}
      title={
        // Apart from the kind, so that a name from right to left keeps its order.
        <>
          {kind} <span {...(code === null ? language : {})}>{code ?? name}</span>
        </>
      }
      size={620}
    >
      {node !== null && <DifferenceContent node={node} {...rest} />}
    </DrawerPanel>
  )
}

type DifferenceContentProps = Omit<DifferenceDrawerProps, 'node' | 'onClose'> & { node: TreeDiff }

function DifferenceContent(props: DifferenceContentProps) {
  const { node, names, before, after, onPrevious, onNext } = props
  const { t, i18n } = useLingui()
  const fields = useMemo(() => fieldDifferences(node), [node])
  const place = formerPlace(node, names)
  const { tone, name: status } = STATUS_WORDS[node.status]
  return (
    <>
      <div className={classes.bar}>
        <StatePill tone={tone}>{i18n._(status)}</StatePill>
        <span className={classes.steps}>
          <ExplainedButton
            variant="default"
            size="xs"
            data-autofocus={(onNext === null && onPrevious !== null) || undefined}
            leftSection={<IconArrowUp size={14} aria-hidden />}
            reason={onPrevious === null ? t`This is the first difference.` : null}
            onClick={() => onPrevious?.()}
          >
            <Trans>Previous</Trans>
          </ExplainedButton>
          <ExplainedButton
            variant="default"
            size="xs"
            data-autofocus={onNext !== null || undefined}
            leftSection={<IconArrowDown size={14} aria-hidden />}
            reason={onNext === null ? t`This is the last difference.` : null}
            onClick={() => onNext?.()}
          >
            <Trans>Next difference</Trans>
          </ExplainedButton>
        </span>
      </div>
      <h3 className={classes.name} {...useContentLanguage()}>
        {labelOf(node).name}
      </h3>
      {place !== null && <p className={classes.place}>{movedText(place)}</p>}
      {node.status === 'UNCHANGED' ? (
        <p className={classes.place}>
          <Trans>It is the same in both versions.</Trans>
        </p>
      ) : (
        <dl className={classes.fields}>
          {fields.map((field) => (
            <Field key={field.key} field={field} />
          ))}
        </dl>
      )}
      <p className={classes.links}>
        {node.before !== null && <VersionLink row={node} of={before} isBefore />}
        {node.after !== null && <VersionLink row={node} of={after} isBefore={false} />}
      </p>
    </>
  )
}

function Field({ field: { label, before, after, presence } }: { field: FieldDifference }) {
  const { t } = useLingui()
  const language = useContentLanguage()
  const isShown = before !== '' || after !== ''
  return (
    <>
      <dt>
        {label}{' '}
        {presence !== undefined && (
          <StatePill tone={presence === 'new' ? 'teal' : 'red'}>
            {presence === 'new' ? t`New field` : t`Removed field`}
          </StatePill>
        )}
      </dt>
      <dd {...(isShown ? language : {})}>
        {isShown ? (
          <WordDifference before={before} after={after} />
        ) : (
          <span className={classes.place}>{presence === undefined ? t`changed` : t`(empty)`}</span>
        )}
      </dd>
    </>
  )
}

interface VersionLinkProps {
  row: TreeDiff
  of: ComparedVersion
  isBefore: boolean
}

/** Opens the row in one of the versions. */
function VersionLink({ row, of: { projectId, version }, isBefore }: VersionLinkProps) {
  const own = isBefore ? row.before : row.after
  if (own === null) return null
  return (
    <Button component={Link} to={hrefOf(projectId, own)} variant="default" size="xs">
      <Trans>Open in version {version}</Trans>
    </Button>
  )
}

const hrefOf = (projectId: string, row: NonNullable<TreeDiff['after']>): string => {
  const documents = `/project/${projectId}/documents`
  if ('definition' in row)
    return `${documents}/${row.documentId}/requirement/${encodeURIComponent(requirementSlug(row))}`
  if ('documentId' in row) return `${documents}/${row.documentId}`
  return 'prefix' in row ? `${documents}/${row.id}` : `/project/${projectId}/packages/${row.id}`
}
