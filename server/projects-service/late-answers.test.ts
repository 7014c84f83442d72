import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Insertable } from 'kysely'
import {
  buildCommitment,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import type { Tables } from '../database/tables.ts'
import { readLateAnswers } from './late-answers.ts'
import { openProject } from './open-project.ts'

let town: Town
let olga: number
let edits: number
/** The vendor Alpha wrote its answer to r2 at 20. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  const vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  const bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  const set = buildRows({
    project: [buildProject({ organizationId: city, ownerId: olga, state: 'EVALUATION' })],
    projectVendor: [alpha, beta].map((vendorId) => buildProjectVendor(vendorId)),
  })
  const answer = buildCommitment({ vendorId: alpha, requirementId: 'r2', updatedOn: 20 })
  await storeRows(town.rows, { ...set, commitment: [answer] })
  await storeRows(town.rows, inProject(set, 'other'))
  edits = 0
  const clients = [
    { client_id: 'alpha', user_id: vera, organization_id: alpha },
    { client_id: 'beta', user_id: bob, organization_id: beta },
    { client_id: 'city', user_id: olga, organization_id: city },
    { client_id: 'none', user_id: vera, organization_id: null },
  ]
  await town.rows.database.queries
    .insertInto('sync_client')
    .values(clients.map((one) => ({ ...one, last_mid: 99, schema_version: 7, seen_at: 1 })))
    .execute()
})
afterEach(() => town.rows.close())

const refuse = (requirementId: string, row: Partial<Insertable<Tables['mutation_result']>> = {}) =>
  town.rows.database.queries
    .insertInto('mutation_result')
    .values({
      ...{ client_id: 'alpha', mid: (edits += 1), status: 'refused', reason: 'DEADLINE_PASSED' },
      ...{ detail: '{}', conflicts: '[]', command: 'commitments.update' },
      ...{ args: JSON.stringify({ requirementId }), project_id: PROJECT_ID, client_at: 1, at: 10 },
      ...row,
    })
    .execute()
const late = async (projectId = PROJECT_ID) =>
  (await readLateAnswers(await openProject(await town.calls.by(olga), projectId))).map(
    ({ vendorId, requirements, latestOn }) => [vendorId, requirements, latestOn],
  )

it('[LA1] late answers are counted for each vendor, once for each requirement', async () => {
  expect(await late()).toEqual([])
  await refuse('r1')
  await refuse('r1', { at: 12 })
  await refuse('r3', { reason: 'STATE_FORBIDS' })
  await refuse('r1', { client_id: 'beta', at: 11 })
  expect(await late()).toEqual([
    [town.alpha, 2, 12],
    [town.beta, 1, 11],
  ])
})

it('[LA1] those of another project are counted there alone', async () => {
  await refuse('r1', { project_id: 'other' })
  expect([await late(), await late('other')]).toEqual([[], [[town.alpha, 1, 10]]])
})

it('[LA1] an answer that was written since is late no longer', async () => {
  await refuse('r2', { at: 21 })
  expect(await late()).toEqual([[town.alpha, 1, 21]])
  await town.rows.database.queries
    .updateTable('commitments')
    .set({ updated_on: 22 })
    .where('project_id', '=', PROJECT_ID)
    .execute()
  expect(await late()).toEqual([])
})

it.each([
  ['was accepted', { status: 'applied', reason: null }],
  ['was refused for another reason', { reason: 'NOT_ALLOWED' }],
  ['is no answer', { command: 'requirements.update' }],
  ['is of a requestor', { client_id: 'city' }],
  ['is of a device without an organization', { client_id: 'none' }],
  ['has no content', { args: null }],
] as const)('[LA1] an edit that %s is no late answer', async (_what, row) => {
  await refuse('r1', row)
  expect(await late()).toEqual([])
})
