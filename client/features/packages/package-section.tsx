import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AssignedFilter } from '../../lib/assigned-filter.ts'
import { useRow, useUnsent } from '../../lib/project-store.ts'
import { onReorderKeys } from '../../ui/elements/reorder.ts'
import { UnsentDot } from '../../ui/feedback/unsent-dot.tsx'
import { AssignedPeople } from './assigned-people.tsx'
import { AddDocumentForm } from './add-document-form.tsx'
import { DocumentTable } from './document-table.tsx'
import { editStructure, renameStructure } from './edit-structure.ts'
import { NameForm } from './name-form.tsx'
import { PackageMenu } from './package-menu.tsx'
import classes from './packages-page.module.css'
import { useShownDocuments } from './use-shown-documents.ts'
import type { Rights } from './use-rights.ts'
import { ContentText } from '../../ui/elements/content-text.tsx'

interface PackageSectionProps {
  projectId: string
  packageId: string
  packageIds: readonly string[]
  rights: Rights
  /** Shows only these documents; with none of them the package is left out. */
  assigned?: AssignedFilter | undefined
  onExport: ExportReqif
}

/** Downloads a package, or without one the project, as ReqIF. */
export type ExportReqif = (name: string, packageId?: string) => void

export function PackageSection(props: PackageSectionProps) {
  const { projectId, packageId, packageIds, rights, assigned, onExport } = props
  const { t } = useLingui()
  const row = useRow(projectId, 'package', packageId)
  const documents = useShownDocuments(projectId, row, assigned)
  const documentIds = documents.map(({ id }) => id)
  const isUnsent = useUnsent(projectId, 'package', packageId)
  const [isRenaming, setRenaming] = useState(false)
  const [isAdding, setAdding] = useState(false)
  if (row === undefined || (assigned !== undefined && documentIds.length === 0)) return null
  const mayEdit = rights.mayEdit(row)
  const count = documentIds.length
  const move = (after: string | null) =>
    void editStructure('packages.move', { projectId, id: packageId, after }, t`Move ${row.name}`)
  const rename = async (name: string, over: string) => {
    if (
      await renameStructure(
        projectId,
        {
          name: 'packages.update',
          row: { entity: 'package', id: packageId },
          over: { name: over },
          given: { name },
          argsOf: (values) => ({ projectId, id: packageId, name: String(values['name']) }),
        },
        t`Rename ${row.name}`,
      )
    )
      setRenaming(false)
  }
  return (
    <section
      className={classes.package}
      aria-labelledby={`package-${packageId}`}
      onKeyDown={rights.mayWrite ? onReorderKeys(packageIds, packageId, move) : undefined}
    >
      <div className={classes.head}>
        <div className={classes.title}>
          {isRenaming && (
            <NameForm
              label={t`Name of the package`}
              value={row.name}
              onSave={(name, over) => void rename(name, over)}
              onCancel={() => setRenaming(false)}
            />
          )}
          {!isRenaming && (
            <h2 id={`package-${packageId}`}>
              <Link to="/project/$id/packages/$packageId" params={{ id: projectId, packageId }}>
                <ContentText>{row.name}</ContentText>
              </Link>
              {isUnsent && <UnsentDot />}
            </h2>
          )}
          <Facts count={count} weight={row.weight} isVendor={rights.isVendor} />
        </div>
        {!rights.isVendor && <AssignedPeople owned={{ entity: 'package', row }} />}
        <span className={classes.headButtons}>
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t`Add document`}
            </Button>
          )}
          <PackageMenu
            row={row}
            packageIds={packageIds}
            rights={rights}
            documentCount={count}
            onRename={() => setRenaming(true)}
            onMove={move}
            onExport={rights.isVendor ? undefined : () => onExport(row.name, packageId)}
          />
        </span>
      </div>
      {count > 0 && (
        <DocumentTable projectId={projectId} documentIds={documentIds} rights={rights} />
      )}
      {count === 0 && !isAdding && (
        <p className={classes.empty}>
          <Trans>No documents yet.</Trans>
        </p>
      )}
      {isAdding && (
        <AddDocumentForm
          projectId={projectId}
          packageId={packageId}
          after={documentIds.at(-1) ?? null}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

interface FactsProps {
  count: number
  weight: number | null
  isVendor: boolean
}

function Facts({ count, weight, isVendor }: FactsProps) {
  return (
    <span className={classes.facts}>
      <Plural value={count} one="# document" other="# documents" />
      {!isVendor && (
        <> · {weight === null ? <Trans>no weight</Trans> : <Trans>weight {weight} %</Trans>}</>
      )}
    </span>
  )
}
