import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Attachment } from '#schema/entities/attachment.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { buildCommitment } from '../support/project-rows.ts'
import { hashOf, PLAN } from './send-file.ts'
import { PROJECT, type Username, type World } from './world.ts'

/** An answer of the vendor alpha. */
export const addAnswer = async (world: World): Promise<void> => {
  const vendorId = world.companies.alpha
  const place = { requirementId: 'r1', packageId: 'p1', documentId: 'd1' }
  const row = buildCommitment({ ...place, vendorId, values: { note: 'ALPHA-TAINT' } })
  await world.database.queries
    .insertInto('commitments')
    .values({
      project_id: PROJECT,
      id: row.id,
      updated_on: 0,
      body: JSON.stringify(row),
      package_id: 'p1',
      document_id: 'd1',
      requirement_id: 'r1',
      vendor_id: vendorId,
      answered: 1,
      submitted: 0,
    })
    .execute()
}
/** An attached file of the requestors, and an entry in the chains of the team and of each vendor. */
export const addFileAndEntries = async (world: World): Promise<void> => {
  const folder = join(world.filesDir, 'whole', hashOf(PLAN).slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, hashOf(PLAN)), PLAN)
  const file = { contentHash: hashOf(PLAN), bytes: PLAN.length, mime: 'application/pdf' }
  const row: Attachment = {
    id: 'file1',
    projectId: PROJECT,
    packageId: 'p1',
    documentId: null,
    requirementId: null,
    vendorId: null,
    file,
    name: 'plan.pdf',
    alias: '',
    description: '',
    createdByOrg: world.companies.city,
    createdBy: world.users.owner,
    createdByName: 'owner Person',
    createdOn: 1,
    updatedOn: 1,
  }
  await world.database.write(async (tx) => {
    await tx
      .insertInto('attachments')
      .values({
        project_id: PROJECT,
        id: row.id,
        updated_on: 0,
        body: JSON.stringify(row),
        package_id: 'p1',
        document_id: null,
        requirement_id: null,
        vendor_id: null,
        content_hash: hashOf(PLAN),
      })
      .execute()
    const context = { projectId: PROJECT, now: 5, actorId: null }
    const detail = { from: 'PUBLISHED', to: 'EVALUATION', by: 'system' } as const
    await appendToLog(tx, context, { kind: 'moved', detail })
  })
}
export const downloadArchive = async (
  world: World,
  username: Username,
  projectId = PROJECT,
): Promise<Uint8Array<ArrayBuffer>> => {
  const client = await world.as(username)
  const body = { content: 'archive', format: 'tenderbook', vendorIds: null } as const
  const made = await client.call(API.exports.start, { params: { id: projectId }, body })
  expect([made.state, made.fileName]).toEqual(['ready', expect.stringMatching(/\.tenderbook$/)])
  const path = `/api/projects-service/projects/${projectId}/exports/${made.id}/content`
  const answer = await fetch(`${world.url}${path}`, { headers: { 'X-Auth-Token': client.token } })
  return new Uint8Array(await answer.arrayBuffer())
}
