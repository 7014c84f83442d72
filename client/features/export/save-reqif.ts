import { t } from '@lingui/core/macro'
import type { Document, Package } from '#schema/entities/structure.ts'
import { loadRows } from '../../lib/project-store.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type ExportContent, exportFileName } from './export-file.ts'
import { exportReqif } from './export-reqif.ts'
import { tellMissing } from './missing-files.ts'

interface ReqifPlace {
  projectId: string
  /** The package, or the project, that names the file. */
  name: string
  /** Absent = all packages of the project. */
  packageId?: string
}

const contentOf = async (document: Document): Promise<ExportContent> => {
  const { projectId, id: documentId } = document
  const [sections, rows] = await Promise.all([
    loadRows(projectId, 'section', { documentId }),
    loadRows(projectId, 'requirement', { documentId }),
  ])
  const bySection = Map.groupBy(rows, ({ sectionId }) => sectionId)
  const requirements = sections.flatMap(({ id }) => bySection.get(id) ?? [])
  return { document, sections, requirements }
}

/** The documents of a package or a project on this device, in reading order. */
const documentsOf = async ({ projectId, packageId }: ReqifPlace): Promise<ExportContent[]> => {
  const packages: readonly Pick<Package, 'id'>[] =
    packageId === undefined
      ? await loadRows(projectId, 'package', { projectId })
      : [{ id: packageId }]
  const documents: Document[] = []
  for (const { id } of packages)
    documents.push(...(await loadRows(projectId, 'document', { packageId: id })))
  return await Promise.all(documents.map(contentOf))
}

/** Downloads a package or a project as one ReqIF file with a specification for each document. */
export const saveReqif = async (place: ReqifPlace): Promise<void> => {
  try {
    const documents = await documentsOf(place)
    if (documents.every(({ requirements }) => requirements.length === 0)) {
      toast.error(t`There are no requirements to export.`)
      return
    }
    const { blob, extension, missing } = await exportReqif(place.name, documents)
    downloadBlob(blob, exportFileName(place.name, extension, new Date().toISOString().slice(0, 10)))
    tellMissing(missing)
  } catch (error) {
    toast.error(error)
  }
}
