import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRow, useRowIds, useUnsent } from '../../lib/project-store.ts'
import { onReorderKeys } from '../../ui/elements/reorder.ts'
import { UnsentDot } from '../../ui/feedback/unsent-dot.tsx'
import { AssignedPeople } from './assigned-people.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { editStructure, renameStructure } from './edit-structure.ts'
import { NameForm } from './name-form.tsx'
import classes from './packages-page.module.css'
import type { Rights } from './use-rights.ts'
import { ContentText } from '../../ui/elements/content-text.tsx'

interface DocumentRowProps {
  projectId: string
  documentId: string
  documentIds: readonly string[]
  rights: Rights
}

export function DocumentRow({ projectId, documentId, documentIds, rights }: DocumentRowProps) {
  const { i18n, t } = useLingui()
  const row = useRow(projectId, 'document', documentId)
  const requirementCount = useRowIds(projectId, 'requirement', { documentId }).length
  const isUnsent = useUnsent(projectId, 'document', documentId)
  const [isRenaming, setRenaming] = useState(false)
  if (row === undefined) return null
  const mayEdit = rights.mayEdit(row)
  const move = (after: string | null) =>
    void editStructure('documents.move', { projectId, id: documentId, after }, t`Move ${row.name}`)
  const rename = async (name: string, over: string) => {
    if (
      await renameStructure(
        projectId,
        {
          name: 'documents.update',
          row: { entity: 'document', id: documentId },
          over: { name: over },
          given: { name },
          argsOf: (values) => ({
            projectId,
            id: documentId,
            patch: { name: String(values['name']) },
          }),
        },
        t`Rename ${row.name}`,
      )
    )
      setRenaming(false)
  }
  return (
    <tr onKeyDown={mayEdit ? onReorderKeys(documentIds, documentId, move) : undefined}>
      <td>{row.prefix}</td>
      <th scope="row">
        {isRenaming && (
          <NameForm
            label={t`Name of the document`}
            value={row.name}
            onSave={(name, over) => void rename(name, over)}
            onCancel={() => setRenaming(false)}
          />
        )}
        {!isRenaming && (
          <>
            <Link to="/project/$id/documents/$documentId" params={{ id: projectId, documentId }}>
              <ContentText>{row.name}</ContentText>
            </Link>
            {isUnsent && <UnsentDot />}
          </>
        )}
      </th>
      {!rights.isVendor && (
        <td className={classes.people}>
          <AssignedPeople owned={{ entity: 'document', row }} hasName />
        </td>
      )}
      <td className={classes.number}>{requirementCount.toLocaleString(i18n.locale)}</td>
      {!rights.isVendor && (
        <td className={classes.number}>{row.weight === null ? '–' : `${row.weight} %`}</td>
      )}
      <td className={classes.menu}>
        <DocumentMenu
          row={row}
          documentIds={documentIds}
          rights={rights}
          requirementCount={requirementCount}
          onRename={() => setRenaming(true)}
          onMove={move}
        />
      </td>
    </tr>
  )
}
