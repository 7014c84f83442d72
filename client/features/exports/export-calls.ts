import { exports } from '#schema/api/projects-service/exports.ts'
import type { Export } from '#schema/entities/export.ts'
import { Refusal } from '#schema/refusal.ts'
import { callsOf } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'

export const exportCalls = callsOf(exports)
export type ExportList = Awaited<ReturnType<typeof exportCalls.list>>

/** Saves the file of an export on this device. */
export const saveExport = async (
  projectId: string,
  { id, fileName }: Pick<Export, 'id' | 'fileName'>,
): Promise<void> => {
  const file = await downloadFile(exports.download, { id: projectId, exportId: id })
  downloadBlob(file, fileName ?? id)
}

/** The export of a page that was read before it expired or was deleted. */
export const isGone = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'NOT_FOUND'

export const isUnfinished = ({ state }: Pick<Export, 'state'>): boolean =>
  state === 'waiting' || state === 'running'
