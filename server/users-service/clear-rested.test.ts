import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildDocument, buildPackage } from '../../tests/support/project-rows.ts'
import { readInvitation, invite } from '../identity/invite.ts'
import { clearRested } from './clear-rested.ts'

/** Boris and Anna are assigned to content of two projects; only Anna is a member of City. */
const BORIS = 1_000
let town: ContentTown
beforeEach(async () => {
  town = await openContentTown({}, () => ({
    package: [buildPackage({ ownerId: BORIS }), buildPackage({ id: 'p2' })],
    document: [
      buildDocument({ members: [BORIS, 2] }),
      buildDocument({ id: 'd2', packageId: 'p2', ownerId: BORIS }),
    ],
  }))
  await town.person('boris', town.village, null, { id: BORIS })
})
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})

const invitedTo = async (organizationId: number) => {
  const { database } = town.rows
  const { token } = await invite(database.queries, {
    ...{ email: '', organizationId, roles: [], invitedBy: null, language: 'en' },
    ...{ baseUrl: '', now: NOW },
  })
  const invitation = await readInvitation(database.queries, token, NOW)
  if (invitation === null) throw new Error('unknown')
  const person = { userId: BORIS, name: 'Boris' }
  const { services } = town.calls
  return await database.write((tx) => clearRested(tx, services, { invitation, person }))
}
const assigned = async () => [
  (await town.row('package', 'p1'))?.ownerId,
  (await town.row('document', 'd1'))?.members,
  (await town.row('document', 'd2'))?.ownerId,
]
const BEFORE = [BORIS, [BORIS, 2], BORIS]

it('[PM7] a person who comes back to an organization has none of the former assignments', async () => {
  const commits = await invitedTo(town.city)
  expect(await assigned()).toEqual([null, [2], null])
  expect(commits.map(({ projectId, rows }) => [projectId, rows.length > 0])).toEqual([
    ['project', true],
  ])
})

it('[PM7] a person who is still a member keeps the assignments', async () => {
  await town.rows.member(town.city, BORIS)
  expect([await invitedTo(town.city), await assigned()]).toEqual([[], BEFORE])
})

it('[PM7] an invitation to another organization clears nothing here', async () => {
  expect([await invitedTo(town.beta), await assigned()]).toEqual([[], BEFORE])
})
