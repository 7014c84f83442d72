import { Trans, useLingui } from '@lingui/react/macro'
import { DocumentRow } from './document-row.tsx'
import classes from './packages-page.module.css'
import type { Rights } from './use-rights.ts'

interface DocumentTableProps {
  projectId: string
  documentIds: readonly string[]
  rights: Rights
}

/** Lists the documents of a package. */
export function DocumentTable({ projectId, documentIds, rights }: DocumentTableProps) {
  const { t } = useLingui()
  return (
    <table className={classes.documents}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Prefix</Trans>
          </th>
          <th scope="col">
            <Trans>Document</Trans>
          </th>
          {!rights.isVendor && (
            <th scope="col" className={classes.people}>
              <Trans>Owner</Trans>
            </th>
          )}
          <th scope="col" className={classes.number}>
            <Trans>Requirements</Trans>
          </th>
          {!rights.isVendor && (
            <th scope="col" className={classes.number}>
              <Trans>Weight</Trans>
            </th>
          )}
          <th scope="col" className={classes.menu}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {documentIds.map((id) => (
          <DocumentRow
            key={id}
            projectId={projectId}
            documentId={id}
            documentIds={documentIds}
            rights={rights}
          />
        ))}
      </tbody>
    </table>
  )
}
