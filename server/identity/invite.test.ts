import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { cancelOpen, invite, type NewInvitation, readInvitation } from './invite.ts'

let rows: EmptyDatabase
let city: number
let village: number
let anna: number
let boris: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  anna = await rows.person('anna')
  boris = await rows.person('boris')
})
afterEach(() => rows.close())

const HOUR_MS = 3_600_000
const EMAIL = 'new@city.example'

const send = (changes: Partial<NewInvitation> = {}) =>
  invite(rows.database.queries, {
    email: EMAIL,
    organizationId: city,
    roles: ['role-org-admin'],
    invitedBy: { userId: anna, name: 'Anna Person' },
    language: 'en',
    baseUrl: 'https://tenders.example',
    now: NOW,
    ...changes,
  })
const stateOf = async (token: string, now = NOW) =>
  (await readInvitation(rows.database.queries, token, now))?.state

it('an invitation lasts seven days, and not a moment longer', async () => {
  const { token } = await send()
  const end = NOW + 7 * 24 * HOUR_MS
  expect([await stateOf(token, end - 1), await stateOf(token, end)]).toEqual(['valid', 'expired'])
  expect(await stateOf('unknown')).toBeUndefined()
})

it('a newer invitation cancels the open one for the same address, organization and project, and no other', async () => {
  const sent = {
    same: await send(),
    otherAddress: await send({ email: 'other@city.example' }),
    otherOrganization: await send({ organizationId: village }),
    project: await send({ project: { id: 'p', roles: [] } }),
    otherProject: await send({ project: { id: 'q', roles: [] } }),
  }
  await rows.database.queries
    .updateTable('invitations')
    .set({ accepted_on: NOW })
    .where('id', '=', sent.otherProject.id)
    .execute()
  const next = await send({ email: ' New@City.example ' })
  expect(await stateOf(sent.same.token)).toBe('cancelled')
  expect(await stateOf(next.token)).toBe('valid')
  const cancel = (projectId: string | null) =>
    cancelOpen(rows.database.queries, { email: EMAIL, organizationId: city, projectId }, NOW)
  expect([await cancel('p'), await cancel('p'), await cancel('q'), await cancel(null)]).toEqual([
    1, 0, 0, 1,
  ])
  expect(
    await Promise.all(
      [sent.otherAddress, sent.otherOrganization, sent.project, sent.otherProject].map(
        ({ token }) => stateOf(token),
      ),
    ),
  ).toEqual(['valid', 'valid', 'cancelled', 'used'])
})

it('[RG2] the invited person finds what the invitation grants', async () => {
  const { token } = await send({
    isPrimaryContact: true,
    restrictions: [{ project: 'p', packageIds: ['p1'] }],
    project: { id: 'p', roles: ['role-project-req-author'] },
  })
  expect(await readInvitation(rows.database.queries, token, NOW)).toMatchObject({
    email: EMAIL,
    organizationId: city,
    organizationName: 'City',
    roles: ['role-org-admin'],
    isPrimaryContact: true,
    restrictions: [{ project: 'p', packageIds: ['p1'] }],
    project: { id: 'p', roles: ['role-project-req-author'] },
  })
  const plain = await send({ organizationId: village })
  expect(await readInvitation(rows.database.queries, plain.token, NOW)).toMatchObject({
    isPrimaryContact: false,
    restrictions: [],
    project: null,
  })
})

it('[EV43] the sixth invitation in 24 hours says how many hours it has to wait', async () => {
  const hoursAt = async (now: number, changes: Partial<NewInvitation> = {}) => {
    try {
      await send({ now, ...changes })
      return null
    } catch (error) {
      return (error as { detail: { hours: number } }).detail.hours
    }
  }
  for (let n = 0; n < 5; n += 1) expect(await hoursAt(NOW + n)).toBeNull()
  expect(await hoursAt(NOW + 5)).toBe(24)
  expect(await hoursAt(NOW + HOUR_MS)).toBe(23)
  expect(await hoursAt(NOW + 24 * HOUR_MS - 1)).toBe(1)
  // The limit counts the same person in another organization and another person in this one, but
  // not another person in another organization.
  expect(await hoursAt(NOW + 6, { organizationId: village })).toBe(24)
  expect(await hoursAt(NOW + 6, { invitedBy: { userId: boris, name: 'Boris' } })).toBe(24)
  const elsewhere = { organizationId: village, invitedBy: { userId: boris, name: 'Boris' } }
  expect(await hoursAt(NOW + 6, elsewhere)).toBeNull()
  expect(await hoursAt(NOW + 6, { email: 'another@city.example' })).toBeNull()
  expect(await hoursAt(NOW + 24 * HOUR_MS)).toBeNull()
})
