import { commentHead, commentRows } from '#schema/rules/export/comment-table.ts'
import { inPieces } from '../database/database.ts'
import { nextTurn } from '../database/in-turns.ts'
import { listRows } from '../projects-service/open-project.ts'
import { type ExportSource, readRequirementPage, type TableSource } from './export-source.ts'

const AT_ONCE = 200

/** Names of vendors that asked: a vendor reads its own comments only. */
const vendorNames = async ({ opened, vendors }: ExportSource): Promise<Map<number, string>> => {
  if (opened.actor.relation === 'vendor')
    return new Map(vendors.map(({ vendorId, name }) => [vendorId, name]))
  const rows = await listRows(opened, 'projectVendor')
  return new Map(rows.map(({ vendorId, name }) => [vendorId, name]))
}

/** Discussions, questions, pain points and published answers, as the reader may read them. */
export const readComments = (source: ExportSource): TableSource => {
  const { opened, words, packages, documents } = source
  return {
    name: words.comments,
    head: () => Promise.resolve(commentHead(words)),
    pages: async function* () {
      const comments = await listRows(opened, 'comment')
      const replies = await listRows(opened, 'reply')
      const publications = await listRows(opened, 'publication')
      const names = new Map([...packages, ...documents].map(({ id, name }) => [id, name]))
      const wanted = [...comments, ...publications].flatMap(
        ({ requirementId }) => requirementId ?? [],
      )
      for (const ids of inPieces([...new Set(wanted)], AT_ONCE)) {
        for (const { id, fullId, name } of await readRequirementPage(opened, ids))
          names.set(id, fullId ?? name)
        await nextTurn()
      }
      const vendors = await vendorNames(source)
      const rows = commentRows(
        { comments, replies, publications },
        {
          words,
          vendorName: (id) => (id === null ? '' : (vendors.get(id) ?? '')),
          placeName: (place) =>
            [place.packageId, place.documentId, place.requirementId]
              .flatMap((id) => (id === null ? [] : (names.get(id) ?? [])))
              .join(' / '),
        },
      )
      for (const page of inPieces([...rows], AT_ONCE)) {
        yield page
        await nextTurn()
      }
    },
  }
}
