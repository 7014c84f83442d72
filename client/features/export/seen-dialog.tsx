import { Button, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import type { ReadSeen } from '../../lib/asked-export.ts'
import { serverNow } from '../../lib/clock.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ProgressBar } from '../../ui/pages/progress-bar.tsx'
import { exportFileName } from './export-file.ts'
import { FormatChoice } from './format-choice.tsx'
import { seenFile, type SeenFormat } from './seen-file.ts'
import { useSeen } from './use-seen.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'

interface SeenDialogProps {
  read: ReadSeen
  onClose: () => void
}

/** Exports the rows and columns of a screen as they are shown; this device makes the file. */
export function SeenDialog({ read, onClose }: SeenDialogProps) {
  const { t } = useLingui()
  const { table, progress } = useSeen(read, onClose)
  if (table === null && progress === null) return null
  return (
    <Dialog opened onClose={onClose} title={t`Export what I see`} size={420}>
      {table !== null && <SeenForm table={table} onClose={onClose} />}
      {table === null && progress !== null && <Reading {...progress} onStop={onClose} />}
    </Dialog>
  )
}

interface ReadingProps {
  done: number
  total: number
  onStop: () => void
}

function Reading({ done, total, onStop }: ReadingProps) {
  const { t } = useLingui()
  return (
    <Stack gap="md">
      <p role="status" style={{ margin: 0 }}>
        <Trans>Rows are read from the server…</Trans>
      </p>
      <ProgressBar value={done} total={total} label={t`${done} of ${total} rows read`} />
      <Button variant="default" onClick={onStop}>{t`Stop`}</Button>
    </Stack>
  )
}

function SeenForm({ table, onClose }: { table: SeenTable; onClose: () => void }) {
  const { t } = useLingui()
  const [format, setFormat] = useState<SeenFormat>('xlsx')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const day = new Date(serverNow()).toISOString().slice(0, 10)
      downloadBlob(await seenFile(format, table), exportFileName(table.name, format, day))
      onClose()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return (
    <Stack gap="md">
      <p style={{ margin: 0 }}>
        <strong>{table.name}</strong>
        {': '}
        <Plural value={table.rows.length} one="# row" other="# rows" />
        {', '}
        <Plural value={table.columns.length} one="# column" other="# columns" />
      </p>
      <FormatChoice
        format={format}
        onChange={setFormat}
        names={[
          ['xlsx', t`Excel workbook (.xlsx)`],
          ['csv', t`Table as text (.csv)`],
          ['json', t`JSON (.json)`],
        ]}
      />
      {table.isPartial === true ? (
        <p role="note" style={{ margin: 0 }}>
          <Trans>
            This device has only a part of the rows. The file has that part, in the order of the
            screen. Connect to export all of them.
          </Trans>
        </p>
      ) : (
        <p style={{ margin: 0, color: 'var(--dim)' }}>
          <Trans>The file has the rows and columns shown, in the order of the screen.</Trans>
        </p>
      )}
      <ExplainedButton
        onClick={() => void save()}
        loading={isBusy}
        reason={table.rows.length === 0 ? t`There are no rows to export.` : null}
      >
        {t`Export`}
      </ExplainedButton>
    </Stack>
  )
}
