import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExportContent } from '#schema/entities/export.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { attachment } from '../../tests/support/whole-archive.ts'
import { openProject } from '../projects-service/open-project.ts'
import { estimateRows } from './estimate-rows.ts'
import { FILE_PIECE } from './write-archive.ts'

/** In pieces: none, one, one, two. */
const SIZES = [0, 1, FILE_PIECE, FILE_PIECE + 1]
let town: ContentTown
beforeEach(async () => {
  town = await openContentTown({ state: 'EVALUATION', publishedOn: 1 }, () => ({
    attachment: SIZES.map((bytes, at) =>
      attachment(`a${at}`, { file: { contentHash: `${at}`, bytes, mime: 'application/pdf' } }),
    ) as never,
  }))
  // The other project has another number of everything.
  const { queries } = town.rows.database
  for (const table of ['requirements', 'attachments'] as const)
    await queries
      .deleteFrom(table)
      .where('project_id', '=', 'zother')
      .where('id', 'in', ['r1', 'a3'])
      .execute()
  await queries.deleteFrom('change_log').execute()
  await addLines(PROJECT_ID, 7)
  await addLines('zother', 11)
})
afterEach(() => town.rows.close())

const addLines = async (projectId: string, count: number): Promise<void> => {
  await town.rows.database.queries
    .insertInto('change_log')
    .values(
      Array.from({ length: count }, (_, at) => ({
        ...{ project_id: projectId, seq: 1_000 + at, entity: 'document' as const, entity_id: 'd1' },
        ...{ document_id: 'd1', vendor_id: null, kind: 'changed' as const, actor_id: null },
        ...{ actor_name: 'A', fields: '[]', details: null, at: NOW },
      })),
    )
    .execute()
}
const estimate = async (contents: ExportContent[], vendors: number, by = town.olga) =>
  await estimateRows(await openProject(await town.calls.by(by), PROJECT_ID), contents, vendors)

describe('the rows to expect', () => {
  it.each<[ExportContent[], number, number, number]>([
    [[], 2, 0, 0],
    [['requirements'], 2, 3, 0],
    [['comments'], 2, 0, 0],
    [['answers'], 2, 6, 6],
    [['answers'], 0, 0, 0],
    // Each score has a row and two or three terms of its sum.
    [['evaluation'], 2, 24, 0],
    [['log'], 2, 7, 0],
    [['requirements', 'answers', 'evaluation', 'comments', 'log'], 1, 3 + 3 + 12 + 7, 3],
    // Requirements with the answers of both vendors, lines of the history, pieces of files.
    [['archive'], 2, 3 * 3 + 7 + 4, 0],
    [['archive'], 0, 3 * 3 + 7 + 4, 0],
  ])('of %j for %i vendors are %i, of which %i are answers', async (...given) => {
    const [contents, vendors, total, answers] = given
    expect(await estimate(contents, vendors)).toEqual({ total, answers })
  })

  it('[EX10] of a vendor depend on the requirements that it reads alone', async () => {
    expect(await estimate(['requirements', 'log'], 1, town.vera)).toEqual({ total: 3, answers: 0 })
    const vlad = await town.person('vlad', town.alpha)
    await town.rows.database.queries
      .insertInto('restrictions')
      .values({
        ...{ project_id: PROJECT_ID, vendor_id: town.alpha, user_id: vlad },
        package_ids: '["p2"]',
      })
      .execute()
    expect(await estimate(['requirements', 'answers'], 1, vlad)).toEqual({
      ...{ total: 2, answers: 1 },
    })
  })
})
