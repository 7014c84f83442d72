import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { askedExport, type ReadSeen } from '../../lib/asked-export.ts'

interface ExportSeenButtonProps {
  read: ReadSeen
  /** Names the table where a page has several. */
  table?: string
}

/** Offers to export a table as it is shown; `read` returns it at the click. */
export function ExportSeenButton({ read, table }: ExportSeenButtonProps) {
  const { t } = useLingui()
  const label = t`Export what I see…`
  return (
    <Button
      data-seldom
      size="xs"
      variant="default"
      aria-label={table === undefined ? undefined : `${label} ${table}`}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => askedExport.emit({ seen: read })}
    >
      {label}
    </Button>
  )
}
