import { Trans, useLingui } from '@lingui/react/macro'
import { IconBox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import { type AssignedFilter, isDocumentShown } from '../../lib/assigned-filter.ts'
import { useProjectState, useRows } from '../../lib/project-store.ts'
import { type Assigned, assignedTo } from '../../lib/assigned-to.ts'
import { useTeam } from '../../lib/team.ts'
import { answeredBy, isAnswererShown } from '../../lib/vendor-parts.ts'
import { PeopleStack } from '../../ui/elements/people-stack.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import classes from './project-detail-page.module.css'
import { SubmittedBar } from './submitted-count.tsx'
import {
  type Counts,
  type DocumentProgress,
  type PackageProgress,
  useProgress,
} from './use-progress.ts'
import { ContentText, useContentLanguage } from '../../ui/elements/content-text.tsx'

/**
 * Packages and documents with their numbers of requirements; a vendor also sees its own progress.
 */
export function ProjectProgress({
  projectId,
  isVendor,
  assigned,
}: {
  projectId: string
  isVendor: boolean
  /** Shows only these documents. */
  assigned?: AssignedFilter | undefined
}) {
  const { t } = useLingui()
  const packages = useProgress(projectId, isVendor)
  const language = useContentLanguage()
  const team = useTeam(projectId)
  const parts = useRows(projectId, 'vendorPart', { projectId })
  const shown = useShown({ projectId, parts, isVendor, filter: assigned }, packages ?? [])
  // A vendor of one person has nothing to share out.
  const hasPeople = !isVendor || parts.length > 0
  if (packages === null) return <p role="status">{t`Loading`}</p>
  if (packages.length === 0) {
    return (
      <EmptyState
        icon={<IconBox size={20} />}
        title={t`No packages yet`}
        action={
          isVendor ? undefined : (
            <Link
              to="/project/$id/packages"
              params={{ id: projectId }}
            >{t`Go to the packages`}</Link>
          )
        }
      >
        {!isVendor && <Trans>Add a package, then documents with requirements.</Trans>}
      </EmptyState>
    )
  }
  return (
    <table className={classes.tree}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Document</Trans>
          </th>
          {hasPeople && (
            <th scope="col" className={classes.people}>
              {isVendor ? <Trans>Answered by</Trans> : <Trans>Owner</Trans>}
            </th>
          )}
          {isVendor && (
            <th scope="col" className={classes.bar}>
              <span className="visually-hidden">{t`Progress`}</span>
            </th>
          )}
          <th scope="col" className={classes.number}>
            {isVendor ? <Trans>Submitted</Trans> : <Trans>Requirements</Trans>}
          </th>
        </tr>
      </thead>
      {shown.map((row) => (
        <tbody key={row.package.id}>
          <tr className={classes.package}>
            <th scope="rowgroup" {...language}>
              {row.package.name}
            </th>
            {hasPeople && (
              <td className={classes.people}>
                {!isVendor && <PackageOwner people={assignedTo(row.package, team)} />}
              </td>
            )}
            <Numbers counts={row} isVendor={isVendor} />
          </tr>
          {row.documents.map((entry) => (
            <DocumentLine
              key={entry.document.id}
              entry={entry}
              people={
                hasPeople
                  ? isVendor
                    ? answeredBy(partsOf(entry, parts), team)
                    : assignedTo(entry.document, team)
                  : null
              }
              isVendor={isVendor}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface ShownList {
  projectId: string
  parts: readonly VendorPart[]
  isVendor: boolean
  filter: AssignedFilter | undefined
}
const partsOf = ({ document }: DocumentProgress, parts: readonly VendorPart[]): VendorPart[] =>
  parts.filter(({ documentId }) => documentId === document.id)

/** The packages with the documents that the filter shows. */
function useShown(
  { projectId, parts, isVendor, filter }: ShownList,
  packages: readonly PackageProgress[],
): readonly PackageProgress[] {
  const team = useTeam(projectId)
  const userId = useProjectState(projectId).actor?.userId ?? 0
  if (filter === undefined) return packages
  const isShown = (row: PackageProgress) => (entry: DocumentProgress) =>
    isVendor
      ? isAnswererShown(filter, partsOf(entry, parts), { userId, team })
      : isDocumentShown(
          filter,
          { inPackage: row.package, inDocument: entry.document },
          { userId, team },
        )
  return packages
    .map((row) => ({ ...row, documents: row.documents.filter(isShown(row)) }))
    .filter(({ documents }) => documents.length > 0)
}

interface DocumentLineProps {
  entry: DocumentProgress
  /** Null = the column is not shown. */
  people: Assigned | null
  isVendor: boolean
}

function DocumentLine({ entry, people, isVendor }: DocumentLineProps) {
  const { id: documentId, projectId, prefix, name } = entry.document
  return (
    <tr className={classes.document}>
      <th scope="row">
        <Link to="/project/$id/documents/$documentId" params={{ id: projectId, documentId }}>
          <span className={classes.prefix}>{prefix}</span>
          <ContentText>{name}</ContentText>
        </Link>
      </th>
      {people !== null && (
        <td className={classes.people}>
          <PeopleStack {...people} hasName />
        </td>
      )}
      <Numbers counts={entry} isVendor={isVendor} />
    </tr>
  )
}

/** Only documents are marked as unassigned: a package need not have an owner. */
function PackageOwner({ people }: { people: Assigned }) {
  return people.owner === null ? null : <PeopleStack {...people} hasName />
}

function Numbers({ counts, isVendor }: { counts: Counts; isVendor: boolean }) {
  const { i18n, t } = useLingui()
  const { total, submitted, waiting, answered } = counts
  const drafts = answered - submitted - waiting
  if (!isVendor) return <td className={classes.number}>{total.toLocaleString(i18n.locale)}</td>
  return (
    <>
      <td className={classes.bar}>
        <SubmittedBar counts={counts} />
      </td>
      <td className={classes.number}>
        {t`${submitted} of ${total}`}
        {waiting > 0 && t`, ${waiting} waiting to be sent`}
        {drafts > 0 && t`, ${answered} answered`}
      </td>
    </>
  )
}
