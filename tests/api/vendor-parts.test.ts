import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { vendorPartId } from '#schema/entities/vendor-part.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import type { ApiClient } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { linkTokens } from './identity-calls.ts'
import { newestIfThere } from './newest.ts'
import { expectRefused, newPerson } from './people.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const ANSWER = { met: 50, 'met.release': 0, note: 'Secret' }
const contentHash = createHash('sha256').update(canonicalContent(ANSWER)).digest('hex')

let world: World
let primary: ApiClient
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  primary = await world.as('alpha-primary')
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
})

const params = { id: projectId }
const place = (documentId = 'd1', sectionId: string | null = null) => ({
  projectId,
  vendorId: world.companies.alpha,
  documentId,
  sectionId,
})
type Patch = CommandArgs['parts.update']['patch']
const give = async (patch: Patch, client = primary, at = place()) => {
  const updatedOn = await partOn(at)
  return await client.call(API.parts.update, { body: { ...at, ...patch, updatedOn } })
}
const partOn = async ({ sectionId, documentId, vendorId }: ReturnType<typeof place>) =>
  await newestIfThere(world, 'vendorPart', vendorPartId(sectionId ?? documentId, vendorId))
const ready = async (client: ApiClient, isReady = true, at = place()) =>
  await client.call(API.parts.setReady, { body: { ...at, isReady, updatedOn: await partOn(at) } })
const listOf = async (username: Username) =>
  await (await world.as(username)).call(API.parts.list, { params })

/**
 * The test changes the project without telling the server. On PostgreSQL the server may notice at
 * its next poll, and then asks everyone to read the list of projects again.
 */
const isAboutProject = (message: string): boolean =>
  (JSON.parse(message) as { project: string | null }).project !== null

/** Everything that a person's device and calls return about the project. */
const everythingOf = async (username: Username): Promise<string> => {
  const client = await world.as(username)
  const device = new SyncDevice(client)
  await device.pull(projectId)
  const log = `/projects-service/projects/${projectId}/log/entries`
  const answers = await Promise.all([
    client.raw('GET', `/projects-service/projects/${projectId}/parts`),
    client.raw('GET', `/projects-service/projects/${projectId}/overview`),
    client.raw('POST', '/projects-service/requirements/by-document/d1', {}),
    client.raw('POST', log, { audience: 'team', limit: 500 }),
    client.raw('POST', log, { audience: `v${world.companies.alpha}`, limit: 500 }),
  ])
  // The logs of the team and of a vendor open to some readers only.
  expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
  return JSON.stringify([device.all(), device.home, device.cursors, answers])
}

test('[VP31] who answers what reaches the own contacts, and no requestor or other vendor', async () => {
  const dueOn = '2029-12-24'
  const secret = new RegExp(`vendorPart|isReady|${dueOn}|:w${world.companies.alpha}`)
  const contact = world.users['alpha-contact']
  const people = [
    'alpha-contact',
    'owner',
    'admin',
    'approver',
    'beta-primary',
    'alpha-ungranted',
  ] as const
  await world.setProject({ sealed: false })
  const ears = await Promise.all(
    people.map(async (one) => await listenLive(world.url, (await world.as(one)).token)),
  )
  const phone = new SyncDevice(await world.as('alpha-contact'))
  await phone.pull(projectId)
  const desk = new SyncDevice(primary)
  await desk.push(
    desk.edit('parts.update', { ...place(), patch: { userId: contact, dueOn } }),
    desk.edit('parts.update', { ...place('d1', 's1'), patch: { userId: contact, dueOn } }),
  )
  await desk.pull(projectId)
  expect(desk.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  await ready(await world.as('alpha-contact'))
  await phone.pull(projectId)
  expect(phone.get('vendorPart', `d1.${world.companies.alpha}`)).toMatchObject({
    userId: contact,
    dueOn,
    isReady: true,
  })
  expect((await listOf('alpha-contact')).map(({ sectionId }) => sectionId)).toEqual([null, 's1'])
  await give({ dueOn }, primary, place('d2'))
  const [colleague, ...others] = ears
  await vi.waitFor(() => expect(colleague?.messages.length).toBeGreaterThanOrEqual(3))
  for (const { messages } of others) expect(messages.filter(isAboutProject)).toEqual([])
  await Promise.all(ears.map((ear) => ear.close()))
  for (const state of ['PUBLISHED', 'VALIDATION', 'EVALUATION', 'CLOSED'] as const)
    for (const sealed of [true, false]) {
      await world.setProject({ state, sealed })
      for (const one of ['owner', 'admin', 'approver', 'beta-primary'] as const) {
        const text = await everythingOf(one)
        expect(text, `${one} in ${state}`).toContain('FUN')
        expect(text, `${one} in ${state}`).not.toMatch(secret)
      }
    }
})

test('[VP32] only the primary contact gives parts, and the assigned contact marks them', async () => {
  const contact = await world.as('alpha-contact')
  const userId = world.users['alpha-contact']
  await give({ userId: null })
  await expectRefused(give({ userId }, contact), 'NOT_ALLOWED')
  await expectRefused(give({ needsApproval: true }, contact), 'NOT_ALLOWED')
  await expectRefused(ready(contact), 'NOT_ALLOWED')
  await give({ userId })
  expect((await ready(contact)).isReady).toBe(true)
  expect((await give({ dueOn: '2029-12-24' })).isReady).toBe(true)
  expect((await give({ userId: null })).isReady).toBe(false)
  for (const other of ['owner', 'beta-primary', 'alpha-ungranted'] as const)
    await expectRefused(give({ userId }, await world.as(other)), 'messageCodes')
  for (const wrong of ['beta-primary', 'owner', 'alpha-ungranted'] as const)
    await expectRefused(give({ userId: world.users[wrong] }), 'NOT_A_COLLEAGUE')
  await expectRefused(give({ submitters: [world.users.owner] }), 'NOT_A_COLLEAGUE')
  await expectRefused(give({ needsApproval: true }, primary, place('d1', 's1')), 'INPUT_INVALID')
  await expectRefused(give({ userId }, primary, place('d2', 's1')), 'NOT_FOUND')
})

test('[VP32] a contact restricted to another package neither gets the part nor reads of it', async () => {
  const restricted = world.users['alpha-restricted']
  await expectRefused(give({ userId: restricted }), 'NOT_A_COLLEAGUE')
  await give({ userId: world.users['alpha-contact'] })
  await give({ userId: restricted }, primary, place('d2'))
  expect((await listOf('alpha-restricted')).map(({ documentId }) => documentId)).toEqual(['d2'])
  const device = new SyncDevice(await world.as('alpha-restricted'))
  await device.pull(projectId)
  expect(device.all().filter((row) => row.includes('"vendorPart"'))).toHaveLength(1)
  await expectRefused(ready(await world.as('alpha-restricted')), 'NOT_ALLOWED')
  const team = device.home?.projects.find(({ id }) => id === projectId)?.team
  expect(team?.map(({ id }) => id)).toContain(restricted)
  expect(JSON.stringify(team)).not.toContain('packageIds')
})

test('[VP33] where a document needs approval, only the primary contact and those allowed submit', async () => {
  const contact = await world.as('alpha-contact')
  const vendorId = world.companies.alpha
  const device = new SyncDevice(contact)
  const answer = async () => {
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: 'r1',
        vendorId,
        values: ANSWER,
      }),
    )
  }
  const body = { projectId, vendorId, items: [{ requirementId: 'r1', contentHash }] }
  const submit = (client: ApiClient) => client.call(API.commitments.submit, { body })
  await answer()
  await give({ userId: world.users['alpha-contact'], needsApproval: true, submitters: [] })
  await expectRefused(submit(contact), 'SUBMIT_APPROVAL')
  await device.push(device.edit('commitments.submit', body))
  await device.pull(projectId)
  expect(device.results.at(-1)).toMatchObject({ status: 'refused', reason: 'SUBMIT_APPROVAL' })
  expect((await submit(primary)).submitted).toHaveLength(1)
  await give({ submitters: [world.users['alpha-contact']] })
  expect((await submit(contact)).submitted).toHaveLength(1)
  await give({ needsApproval: false, submitters: [] })
  expect((await submit(contact)).submitted).toHaveLength(1)
})

test('[VP34] a contact who lost the package, is blocked or left gets no part, and keeps none that counts', async () => {
  const person = await newPerson(world, 'alpha', ['role-vendor-contact'])
  const { alpha: vendorId } = world.companies
  const restrict = async (packageIds: string[] | null) => {
    const { users } = await primary.call(API.restrictions.get, {
      params: { id: projectId, vendorId: String(vendorId) },
    })
    const others = users.filter(({ userId }) => userId !== person.id)
    await primary.call(API.restrictions.set, {
      params,
      body: { vendorId, users: [...others, { userId: person.id, packageIds }] },
    })
  }
  await expectRefused(give({ userId: person.id }), 'NOT_A_COLLEAGUE')
  await restrict(null)
  await give({ userId: person.id, needsApproval: true, submitters: [person.id] })
  const client = await person.signIn()
  expect((await ready(client)).isReady).toBe(true)
  await restrict(['p2'])
  await expectRefused(ready(client, false), 'NOT_ALLOWED')
  await expectRefused(give({ userId: person.id }), 'NOT_A_COLLEAGUE')
  const teamOf = async () => {
    const device = new SyncDevice(primary)
    await device.pull(projectId)
    return device.home?.projects.find(({ id }) => id === projectId)?.team
  }
  expect((await teamOf())?.find(({ id }) => id === person.id)?.packageIds).toEqual(['p2'])
  await restrict(null)
  await primary.call(API.members.block, { params: { id: String(person.id) } })
  await expectRefused(ready(client, false), 'ACCESS_ENDED')
  await expectRefused(give({ userId: person.id }), 'NOT_A_COLLEAGUE')
  expect((await teamOf())?.map(({ id }) => id)).not.toContain(person.id)
  await give({ userId: null, needsApproval: false, submitters: [] })
})

test('[VP34] a contact who left and is invited again gets no part and no approval back', async () => {
  const person = await newPerson(world, 'alpha', ['role-vendor-contact'])
  const { alpha: vendorId, village } = world.companies
  // The person keeps an account through another organization.
  await world.database.write(
    async (tx) =>
      void (await tx
        .insertInto('organization_members')
        .values({
          organization_id: village,
          user_id: person.id,
          roles: '[]',
          is_primary_contact: 0,
          created_on: 0,
          state: 'ACTIVE',
        })
        .execute()),
  )
  const { users } = await primary.call(API.restrictions.get, {
    params: { id: projectId, vendorId: String(vendorId) },
  })
  const grant = { userId: person.id, packageIds: null }
  await primary.call(API.restrictions.set, {
    params,
    body: { vendorId, users: [...users, grant] },
  })
  const other = world.users['alpha-contact']
  await give({ userId: person.id, needsApproval: true, submitters: [person.id, other] })
  await ready(await person.signIn())
  await primary.call(API.members.remove, {
    params: { id: String(vendorId) },
    body: { userIds: [person.id] },
  })
  await primary.call(API.invitations.invite, {
    body: {
      email: `${person.username}@x.example`,
      organizationId: vendorId,
      roles: ['role-vendor-contact'],
      restrictions: [{ project: projectId, packageIds: null }],
    },
  })
  const [token = ''] = await linkTokens(world, `${person.username}@x.example`)
  const device = new SyncDevice(primary)
  await device.pull(projectId)
  await world.database.write(
    async (tx) =>
      void (await tx
        .updateTable('users')
        .set({ active_organization_id: village })
        .where('id', '=', person.id)
        .execute()),
  )
  await (await person.signIn()).call(API.invitations.accept, { body: { token } })
  expect(await listOf('alpha-primary')).toContainEqual(
    expect.objectContaining({
      documentId: 'd1',
      userId: null,
      isReady: false,
      needsApproval: true,
      submitters: [other],
    }),
  )
  await device.pull(projectId)
  expect(device.get('vendorPart', vendorPartId('d1', vendorId))).toMatchObject({ userId: null })
  await expectRefused(ready(await person.signIn()), 'NOT_ALLOWED')
  await give({ userId: null, needsApproval: false, submitters: [] })
})

test('[VP35] a device of an earlier protocol gets all rows but these, and stays in step', async () => {
  await give({ dueOn: '2029-12-24' })
  const [old, young] = [new SyncDevice(primary), new SyncDevice(primary)]
  // The last protocol without these rows.
  old.protocol = 5
  for (const device of [old, young]) await device.pull(projectId)
  const rest = young.all().filter((row) => !row.includes('"vendorPart"'))
  expect(rest.length).toBeLessThan(young.all().length)
  expect(old.all()).toEqual(rest)
  expect(Object.keys(old.cursors).filter((bucket) => /:w/.test(bucket))).toEqual([])
  await give({ dueOn: '2029-12-25' })
  const pages = await old.pull(projectId)
  expect(pages.flatMap(({ project }) => project?.drop ?? [])).toEqual([])
  // After its update the same device reads what it had not known.
  old.protocol = SYNC_PROTOCOL
  await old.pull(projectId)
  await young.pull(projectId)
  expect(old.all()).toEqual(young.all())
})
