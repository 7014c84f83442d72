import type { AskedExport } from '../../lib/asked-export.ts'
import { ExportDialog } from './export-dialog.tsx'
import { SeenDialog } from './seen-dialog.tsx'

/** The dialog of the export that a page asks for. */
export function AskedDialog({ asked, onClose }: { asked: AskedExport; onClose: () => void }) {
  return 'seen' in asked ? (
    <SeenDialog read={asked.seen} onClose={onClose} />
  ) : (
    <ExportDialog {...asked.document} onClose={onClose} />
  )
}
