import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { askedExport, type ReadSeen } from '../../lib/asked-export.ts'

interface ExportSeenButtonProps {
  read: ReadSeen
  /** For a page with several tables: what the button shows, and which table. */
  label?: string
}

/** Offers to export a table as it is shown; `read` returns it at the click. */
export function ExportSeenButton({ read, label }: ExportSeenButtonProps) {
  const { t } = useLingui()
  return (
    <Button
      data-seldom
      size="xs"
      variant="default"
      aria-label={label}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => askedExport.emit({ seen: read })}
    >
      {t`Export what I see…`}
    </Button>
  )
}
