import { Refusal } from '#schema/refusal.ts'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { cleanFileName } from '#schema/rules/files/file-name.ts'
import { contentHash } from '../../lib/content-hash.ts'
import { serverNow } from '../../lib/clock.ts'
import { readHomeNow } from '../../lib/home-list.ts'
import { loadRows } from '../../lib/project-store.ts'
import { currentSession } from '../../lib/session.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { bookWords } from './book-words.ts'
import { loadDocuments } from './read-project.ts'
import { textLanguage } from '#schema/rules/project/text-language.ts'
import { writeAnswerBook } from './write-answer-book.ts'

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Downloads the vendor's answers as a workbook, made from what this device has.
 * @param documentId null = all documents
 */
export const exportAnswers = async (
  projectId: string,
  documentId: string | null,
): Promise<void> => {
  const project = readHomeNow().projects.find(({ id }) => id === projectId)
  const vendor = { id: project?.me.vendorId ?? 0, name: currentSession()?.organizationName ?? '' }
  if (project === undefined) throw new Refusal('NOT_FOUND')
  const { name, version, addendum } = project
  const all = await loadDocuments({ projectId, vendorId: vendor.id })
  const documents = all.filter(
    ({ document, requirements }) =>
      requirements.length > 0 && (documentId === null || document.id === documentId),
  )
  const [first] = documents
  if (first === undefined) throw new Refusal('NOT_FOUND')
  const exportedOn = serverNow()
  const book = makeAnswerBook({
    head: {
      ...{ projectId, project: name, version, addendum, exportedOn },
      ...{ vendorId: vendor.id, vendor: vendor.name },
    },
    documents,
    releases: await loadRows(projectId, 'release', { projectId }),
    words: bookWords(),
    sha256: contentHash,
  })
  const bytes = await writeAnswerBook(
    { ...book, isRightToLeft: textLanguage(project.language).dir === 'rtl' },
    i18n._(
      msg`This cell does not take that value. Choose from its list, or read the note in the header.`,
    ),
  )
  const day = new Date(exportedOn).toISOString().slice(0, 10)
  const title = cleanFileName(`${documentId === null ? name : first.document.name} ${vendor.name}`)
  downloadBlob(new Blob([bytes.slice()], { type: MIME }), `${title} ${day}.xlsx`)
}
