import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { askedExport } from '#client/lib/asked-export.ts'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import { ArrangementChoices } from '../views/lazy-arrangement-choices.tsx'
import { RequirementCount } from '../table/requirement-count.tsx'
import { ViewsButton } from '../views/views-button.tsx'
import type { DocumentViewProps } from './document-view.ts'
import { UndoButtons } from './undo-buttons.tsx'
import type { useRequestorDocument } from './use-requestor-document.ts'
import classes from './document.module.css'

interface RequestorActionsProps {
  view: DocumentViewProps
  shown: ReturnType<typeof useRequestorDocument>
  importButton: ReactNode
  addButton: ReactNode
  onAskAll: () => void
}

/** Actions above a requestor's table. */
export function RequestorActions(props: RequestorActionsProps) {
  const { view, shown, importButton, addButton, onAskAll } = props
  const { t } = useLingui()
  const { arrangement, arrange, answered, table } = shown
  const documentId = view.document.id
  const count = view.requirements.length
  return (
    <>
      <span className={classes.count}>
        <RequirementCount shown={table.matchingCount} total={count} />
        {answered !== null && (
          <>
            {' '}
            · <Trans>{answered} % answered</Trans>
          </>
        )}
      </span>
      <UndoButtons scope={documentId} />
      {view.toggle}
      {view.files}
      <ViewsButton
        projectId={view.projectId}
        documentId={documentId}
        arrangement={arrangement}
        arrange={arrange}
        search={table.search}
        setSearch={table.setSearch}
      />
      <ColumnChooser
        columns={shown.columns}
        layout={shown.layout}
        onLayoutChange={shown.setLayout}
        rowHeight={shown.rowHeight}
        onRowHeightChange={shown.setRowHeight}
      >
        <ArrangementChoices arrangement={arrangement} arrange={arrange} />
      </ColumnChooser>
      {importButton}
      <MenuButton
        button={(target) => (
          <Button
            {...target}
            size="xs"
            variant="default"
            aria-label={t`More actions`}
            title={t`More actions`}
          >
            <IconDots size={16} aria-hidden />
          </Button>
        )}
        items={[
          { label: t`Export what I see…`, run: () => exportSeen(view, shown) },
          { label: t`Export…`, run: () => exportDocument(view, table.rowIds) },
          {
            label: t`Edit answer fields of all requirements…`,
            reason: view.access.contentReason,
            run: onAskAll,
          },
        ]}
      />
      <span className={classes.wide}>{addButton}</span>
    </>
  )
}

const exportDocument = (
  { document, sections, requirements }: DocumentViewProps,
  shownIds: readonly string[],
) => askedExport.emit({ document: { document, sections, requirements, shownIds } })

const exportSeen = (view: DocumentViewProps, shown: RequestorActionsProps['shown']) =>
  askedExport.emit({
    seen: () =>
      import('../seen/seen-requirements.ts').then((part) => part.seenRequirements(view, shown)),
  })
