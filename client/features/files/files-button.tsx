import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import type { FilesPlace } from './files-place.ts'
import { LazyFiles } from './lazy-files.tsx'
import { useFiles } from './use-files.ts'

/** Opens the files of a document in a drawer beside its table, and shows their number. */
export function FilesButton({
  document: { projectId, id, packageId, name },
}: {
  document: Document
}) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const place: FilesPlace = { projectId, kind: 'document', id, packageId, documentId: id }
  const { rows, waiting } = useFiles(place)
  const count = rows.length + waiting.length
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        title={t`Files of this document`}
      >
        {count === 0 ? <Trans>Files</Trans> : <Trans>Files ({count})</Trans>}
      </Button>
      <Drawer title={name} opened={isOpen} onClose={() => setOpen(false)} size={560}>
        {isOpen && <LazyFiles place={place} />}
      </Drawer>
    </>
  )
}
