import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconBookmark } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import * as v from 'valibot'
import type { TableArrangement, TableView } from '#schema/entities/table-view.ts'
import { mayShareViews } from '#schema/rules/project/table-views.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { DocumentSearch } from '../filters/document-filters.ts'
import { NO_FILTERS } from '../filters/no-filters.ts'
import { useSavedViews } from './use-saved-views.ts'

const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx').then((part) => part.ViewsDialog))

interface ViewsButtonProps {
  projectId: string
  documentId: string
  arrangement: TableArrangement
  arrange: (arrangement: TableArrangement) => void
  search: DocumentSearch
  setSearch: (search: Partial<DocumentSearch>) => void
}

/** Applies a saved view of the table: its columns, order, grouping and filters. */
export function ViewsButton({
  projectId,
  documentId,
  arrangement,
  arrange,
  search,
  setSearch,
}: ViewsButtonProps) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  const { views, isUnsent, save, remove } = useSavedViews(documentId)
  const [isOpen, setOpen] = useState(false)
  const isEver = useEver(isOpen)
  const show = ({ content }: TableView) => {
    arrange(content.arrangement)
    setSearch({ ...NO_FILTERS, ...v.parse(DocumentSearch, JSON.parse(content.search)) })
  }
  const labelOf = ({ id, name, isShared }: TableView): string => {
    if (isUnsent(id)) return t`${name} (not sent yet)`
    return isShared ? t`${name} (shared)` : name
  }
  return (
    <>
      <MenuButton
        button={(target) => (
          <Button
            {...target}
            variant="default"
            size="xs"
            leftSection={<IconBookmark size={16} aria-hidden />}
          >{t`Views`}</Button>
        )}
        items={[
          ...views.map((view) => ({ key: view.id, label: labelOf(view), run: () => show(view) })),
          { label: t`Save or delete views…`, isApart: views.length > 0, run: () => setOpen(true) },
        ]}
      />
      <Suspense fallback={null}>
        {isEver && (
          <ViewsDialog
            opened={isOpen}
            onClose={() => setOpen(false)}
            views={views}
            isVendor={actor?.relation === 'vendor'}
            mayShare={actor !== undefined && mayShareViews(actor)}
            onDelete={remove}
            onSave={(view) =>
              save({ ...view, content: { arrangement, search: JSON.stringify(search) } })
            }
          />
        )}
      </Suspense>
    </>
  )
}
