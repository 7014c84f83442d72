import { downloadBlob } from '../../../ui/browser/download-blob.ts'
import { templateNames } from './template-words.ts'
import { writeTemplate } from './write-template.ts'

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads the workbook to fill in, made on this device. */
export const downloadTemplate = async (): Promise<void> => {
  const bytes = await writeTemplate()
  downloadBlob(new Blob([new Uint8Array(bytes)], { type: MIME }), `${templateNames().file}.xlsx`)
}
