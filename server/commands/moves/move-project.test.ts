import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project, ProjectState } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { findOpeningRequest, keepOpeningRequest } from '../../database/projects/opening-requests.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../../tests/support/stored-project.ts'
import { closeUnit, openUnit } from '../project-unit.ts'
import { type Move, moveBySystem, moveProject, openEarly } from './move-project.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta, gamma, closed, foreign] = [0, 0, 0, 0, 0, 0, 0]
let now: number
/** City's project with vendor Alpha, and the same rows in a project of Village. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  gamma = await rows.organization('Gamma', { parent_id: city })
  closed = await rows.organization('Closed', { parent_id: city, state: 'INACTIVE' })
  foreign = await rows.organization('Foreign', { parent_id: village })
})
afterEach(() => rows.close())

const DEADLINE = { date: '2029-07-31', zone: 'Europe/Bratislava' }
const DEADLINE_AT = Date.parse('2029-07-31T22:00:00Z')
const store = async (project: Partial<Project>, content: Parameters<typeof buildRows>[0] = {}) => {
  const set = (organizationId: number) =>
    buildRows({
      project: [
        buildProject({
          organizationId,
          organizationName: 'City',
          deadline: DEADLINE,
          deadlineAt: DEADLINE_AT,
          publishedOn: 1,
          ...project,
        }),
      ],
      projectVendor: [buildProjectVendor(alpha)],
      ...content,
    })
  await storeRows(rows, set(city))
  await storeRows(rows, inProject(set(village), 'other'))
}
const ask = (projectId: string) =>
  keepOpeningRequest(rows.database.queries, {
    project_id: projectId,
    id: `request-${projectId}`,
    reason: 'reason',
    asked_by: 1,
    asked_on: NOW,
    expires_on: NOW + 1,
  })
const asked = async () =>
  await Promise.all(
    [PROJECT_ID, 'other'].map(
      async (id) => (await findOpeningRequest(rows.database.queries, id)) !== null,
    ),
  )

type Place = Parameters<typeof moveProject>[0]
const inUnit = (work: (place: Place) => Promise<unknown>) =>
  rows.database.write(async (tx) => {
    const { dialect } = rows.database
    const unit = await openUnit(tx, { dialect, clock: () => now }, PROJECT_ID)
    await work({ tx, unit, baseUrl: 'https://tenders.example' })
    return await closeUnit(tx, unit, { id: 1, name: 'Owner' })
  })
const move = (wanted: Move, actor: ProjectActor = buildOwner()) =>
  inUnit((place) => moveProject(place, actor, wanted))
const refusal = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.field === undefined ? error.code : [error.code, error.field]
  }
}
const project = (id = PROJECT_ID) => storedRow(rows, 'project', { projectId: id, id })
const mails = async () =>
  (
    await rows.database.queries
      .selectFrom('mails')
      .select(['to_address', 'body', 'subject'])
      .orderBy('to_address')
      .execute()
  ).map((mail) => ({ to: mail.to_address, text: `${mail.subject}\n${mail.body}` }))
const contact = async (vendorId: number, name: string, row: object = {}) => {
  const id = await rows.person(name)
  await rows.member(vendorId, id, { roles: '["role-vendor-contact"]', ...row })
  return id
}
const toValidation: Move = { path: 'move-to-validation', to: 'VALIDATION' }

describe('a move is refused', () => {
  it('first for the permission, then for the state, and changes nothing', async () => {
    await store({ state: 'EVALUATION' })
    const vendor = buildVendorContact({ vendorId: alpha })
    const reader = buildCollaborator('role-project-req-reviewer')
    for (const actor of [vendor, reader]) {
      expect(await refusal(move(toValidation, actor))).toBe('NOT_ALLOWED')
      const add: Move = { path: 'add-vendor', to: 'PREPARATION', vendorIds: [beta] }
      expect(await refusal(move(add, actor))).toBe('NOT_ALLOWED')
    }
    expect(await refusal(move(toValidation))).toBe('state.wrong')
    expect((await project())?.state).toBe('EVALUATION')
  })
})

describe('[OP30] sealed answers', () => {
  it('are not opened before the deadline by one person, and the request of two stays', async () => {
    await store({ state: 'PUBLISHED' })
    await ask(PROJECT_ID)
    now = DEADLINE_AT - 1
    expect(await refusal(move(toValidation))).toBe('OPENING_NEEDS_TWO')
    expect((await project())?.state).toBe('PUBLISHED')
    expect([await asked(), await mails()]).toEqual([[true, false], []])
  })

  it('[OP31] [OP37] are opened by two, and each contact with access is told of that alone', async () => {
    const projectVendor = [buildProjectVendor(alpha), buildProjectVendor(beta)]
    await store({ state: 'PUBLISHED' }, { projectVendor })
    for (const id of [PROJECT_ID, 'other']) await ask(id)
    await contact(alpha, 'anna', { is_primary_contact: 1 })
    await contact(alpha, 'without-access')
    await contact(beta, 'boris', { is_primary_contact: 1 })
    await contact(gamma, 'carl', { is_primary_contact: 1 })
    await contact(alpha, 'dora', { is_primary_contact: 1, state: 'BLOCKED' })
    const approved = {
      reason: 'The market changed.',
      askedBy: { id: 1, name: 'Olga Owner' },
      confirmedBy: { id: 2, name: 'Peter Partner' },
    }
    await inUnit((place) => openEarly(place, approved))
    const { state, openings } = (await project()) ?? {}
    expect([state, openings]).toEqual(['VALIDATION', [{ kind: 'early', at: NOW, ...approved }]])
    expect(await asked()).toEqual([false, true])
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual(['anna@city.example', 'boris@city.example'])
    for (const { text } of sent) {
      for (const part of ['Groupware', 'Olga Owner', 'Peter Partner', 'The market changed.'])
        expect(text).toContain(part)
      expect(text).toContain('https://tenders.example/project/project/detail')
      // The time in the zone of the deadline.
      expect(text).toContain('10:00')
      expect(text).toContain('Europe/Bratislava')
      for (const name of ['Alpha', 'Beta']) expect(text).not.toContain(name)
    }
    expect((await project('other'))?.state).toBe('PUBLISHED')
  })

  it('are opened by the system at the deadline, with another mail, also without a zone', async () => {
    await store({ state: 'PUBLISHED', deadline: null })
    await contact(alpha, 'anna', { is_primary_contact: 1 })
    now = DEADLINE_AT
    await inUnit(async (place) => {
      await moveBySystem(place, 'VALIDATION')
      await moveBySystem(place, 'EVALUATION')
    })
    const { state, openings } = (await project()) ?? {}
    expect([state, openings]).toEqual(['EVALUATION', [{ kind: 'deadline', at: DEADLINE_AT }]])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.text).toContain('22:00')
    expect(mail?.text).toContain('(UTC)')
    expect(mail?.text).not.toContain('undefined')
  })

  it('no mail is sent when answers were never sealed', async () => {
    await store({ state: 'PUBLISHED', sealed: false })
    await contact(alpha, 'anna', { is_primary_contact: 1 })
    await move(toValidation)
    expect([(await project())?.state, await mails()]).toEqual(['VALIDATION', []])
  })
})

describe('an addendum', () => {
  const set = {
    requirement: [
      buildRequirement({ id: 'changed', status: 'CHANGED', updatedOn: 5 }),
      buildRequirement({ id: 'same', updatedOn: 0 }),
    ],
    commitment: [
      buildCommitment({ requirementId: 'changed', submitted: true, values: { met: 5 } }),
      buildCommitment({ requirementId: 'same', submitted: true, values: { met: 6 } }),
      buildCommitment({ requirementId: 'same', vendorId: 8, values: { met: 7 } }),
    ],
  }
  const republish: Move = { path: 'move-to-published', to: 'PUBLISHED' }
  const answer = async (requirementId: string, projectId = PROJECT_ID) => {
    const row = await storedRow(rows, 'commitment', { projectId, id: `${requirementId}.7` })
    return [row?.submitted, row?.values, row?.updatedOn]
  }

  it('opens again the answers to changed requirements, with their values, and no others', async () => {
    await store({ state: 'PUBLISHED' }, set)
    await ask(PROJECT_ID)
    await move(republish)
    expect(await answer('changed')).toEqual([false, { met: 5 }, NOW])
    expect(await answer('same')).toEqual([true, { met: 6 }, 0])
    expect(await answer('changed', 'other')).toEqual([true, { met: 5 }, 0])
    expect([(await project())?.addendum, (await project())?.publishedOn]).toEqual([1, NOW])
    expect(await asked(), 'a request stays while the answers are sealed').toEqual([true, false])
  })

  const weights = {
    packages: [
      { id: 'p1', weight: 70 },
      { id: 'p2', weight: 30 },
    ],
    documents: [
      { id: 'd1', weight: 20 },
      { id: 'd2', weight: 80 },
    ],
    reason: 'Agreed with the board.',
  }
  it.each<[string, Partial<Project>, Move]>([
    ['another move', { weightsPublished: true }, { ...toValidation, weights }],
    ['weights that vendors do not read', {}, { ...republish, weights }],
    [
      'answers that were open',
      { weightsPublished: true, openings: [{ kind: 'deadline', at: 1 }] },
      { ...republish, weights },
    ],
  ])('changes no weights with %s', async (_, changes, wanted) => {
    await store({ state: 'PUBLISHED', ...changes }, set)
    expect(await refusal(move(wanted))).toEqual(['WEIGHTS_LOCKED', 'weights'])
  })

  it('changes the weights that vendors read, once, for this project', async () => {
    const document = [
      buildDocument({ weight: 60 }),
      buildDocument({ id: 'd2', weight: 40 }),
      buildDocument({ id: 'd3', packageId: 'p2', weight: 100 }),
    ]
    const packages = [buildPackage({ weight: 50 }), buildPackage({ id: 'p2', weight: 50 })]
    await store(
      { state: 'PUBLISHED', weightsPublished: true },
      { ...set, package: packages, document },
    )
    await move({ ...republish, weights })
    const weight = async (id: string, projectId = PROJECT_ID) =>
      (await storedRow(rows, 'package', { projectId, id }))?.weight
    expect([await weight('p1'), await weight('p2'), await weight('p1', 'other')]).toEqual([
      70, 30, 50,
    ])
    const documents = ['d1', 'd2', 'd3'].map((id) => storedRow(rows, 'document', { id }))
    expect((await Promise.all(documents)).map((row) => row?.weight)).toEqual([20, 80, 100])
    expect((await project())?.scoringChanges).toBeUndefined()
  })
})

it.each([true, false])('publishing marks the weights that vendors may read: %s', async (isOn) => {
  const marked = { isWeightPublished: true } as const
  await store(
    { state: 'PREPARATION', publishedOn: null, weightsPublished: isOn },
    {
      package: [buildPackage({ weight: 50 }), buildPackage({ id: 'p2', weight: 50, ...marked })],
      document: [
        buildDocument({ weight: 100, ...marked }),
        buildDocument({ id: 'd2', packageId: 'p2', weight: 100 }),
      ],
      requirement: [buildRequirement(), buildRequirement({ id: 'r2', ...marked })],
    },
  )
  await move({ path: 'move-to-published', to: 'PUBLISHED' })
  for (const [entity, id] of [
    ['package', 'p1'],
    ['package', 'p2'],
    ['document', 'd1'],
    ['document', 'd2'],
    ['requirement', 'r1'],
    ['requirement', 'r2'],
  ] as const) {
    const row = await storedRow(rows, entity, { id })
    expect([id, row?.isWeightPublished]).toEqual([id, isOn ? true : undefined])
  }
  const other = await storedRow(rows, 'document', { projectId: 'other', id: 'd1' })
  expect(other?.isWeightPublished).toBe(true)
  const untouched = await storedRow(rows, 'document', { id: isOn ? 'd1' : 'd2' })
  expect(untouched?.updatedOn).toBe(0)
  expect((await project())?.state).toBe('PUBLISHED')
})

describe('vendors', () => {
  const add = (vendorIds: number[], contacts?: Move['contacts']): Move => ({
    path: 'add-vendor',
    to: 'PREPARATION',
    vendorIds,
    contacts,
  })
  const access = async () =>
    (
      await rows.database.queries
        .selectFrom('restrictions')
        .select(['project_id', 'vendor_id', 'user_id', 'package_ids'])
        .orderBy('user_id')
        .execute()
    ).map((row) => [row.project_id, row.vendor_id, row.user_id, row.package_ids])
  const invited = async () =>
    (
      await rows.database.queries
        .selectFrom('project_vendors')
        .select(['project_id', 'vendor_id'])
        .orderBy('project_id')
        .orderBy('vendor_id')
        .execute()
    ).map((row) => [row.project_id, row.vendor_id])
  const before = () => [
    ['other', alpha],
    [PROJECT_ID, alpha],
  ]
  let [anna, boris, carl]: number[] = []
  beforeEach(async () => {
    await store({ state: 'PREPARATION', publishedOn: null })
    anna = await contact(beta, 'anna')
    boris = await contact(beta, 'boris')
    carl = await contact(gamma, 'carl')
    await contact(beta, 'blocked', { state: 'BLOCKED' })
  })

  it('are added with all their active contacts, or those chosen', async () => {
    await move(add([beta, gamma, alpha], [{ vendorId: beta, userIds: [boris ?? 0] }]))
    expect(await invited()).toEqual([...before(), [PROJECT_ID, beta], [PROJECT_ID, gamma]])
    expect(await access()).toEqual([
      [PROJECT_ID, beta, boris, null],
      [PROJECT_ID, gamma, carl, null],
    ])
    const row = await storedRow(rows, 'projectVendor', { id: `${PROJECT_ID}.${beta}` })
    expect(row).toEqual({
      id: `${PROJECT_ID}.${beta}`,
      projectId: PROJECT_ID,
      vendorId: beta,
      name: 'Beta',
      addedOn: NOW,
      started: false,
      allSubmitted: false,
      answered: null,
      submitted: null,
      updatedOn: NOW,
    })
    const logged = await rows.database.queries
      .selectFrom('project_log')
      .select(['kind', 'actor_id'])
      .where('kind', '=', 'restrictionsSet')
      .execute()
    expect(logged).toEqual([
      { kind: 'restrictionsSet', actor_id: 1 },
      { kind: 'restrictionsSet', actor_id: 1 },
    ])
  })

  it('keep the access that a contact has already', async () => {
    await rows.database.queries
      .insertInto('restrictions')
      .values({
        project_id: PROJECT_ID,
        vendor_id: beta,
        user_id: anna ?? 0,
        package_ids: '["p1"]',
      })
      .execute()
    await move(add([beta]))
    expect(await access()).toEqual([
      [PROJECT_ID, beta, anna, '["p1"]'],
      [PROJECT_ID, beta, boris, null],
    ])
  })

  it.each<[string, () => number[]]>([
    ['of another organization', () => [beta, foreign]],
    ['that are inactive', () => [closed]],
    ['that are no vendors', () => [city]],
    ['that do not exist', () => [beta, 999_999]],
  ])('%s are refused, with all others', async (_, vendorIds) => {
    expect(await refusal(move(add(vendorIds())))).toEqual(['INPUT_INVALID', 'vendorIds'])
    expect([await invited(), await access()]).toEqual([before(), []])
  })

  it('are refused with a contact on the team of this project', async () => {
    await rows.member(city, anna ?? 0, { roles: '["role-org-admin"]' })
    expect(await refusal(move(add([beta])))).toEqual(['BOTH_SIDES', 'vendorIds'])
    expect(await invited()).toEqual(before())
    await move(add([gamma]))
    expect(await invited()).toEqual([...before(), [PROJECT_ID, gamma]])
  })

  it('are refused with contacts of a vendor that is not being added, or named twice', async () => {
    const choose = (...vendorIds: number[]) =>
      vendorIds.map((vendorId) => ({ vendorId, userIds: [vendorId === beta ? (anna ?? 0) : 0] }))
    const refused = ['INPUT_INVALID', 'contacts']
    expect(await refusal(move(add([beta], choose(beta, gamma))))).toEqual(refused)
    expect(await refusal(move(add([beta], choose(beta, beta))))).toEqual(refused)
    // Alpha is invited already.
    expect(await refusal(move(add([alpha], choose(alpha))))).toEqual(refused)
    const theirs = [{ vendorId: beta, userIds: [carl ?? 0] }]
    expect(await refusal(move(add([beta], theirs)))).toEqual(refused)
    expect([await invited(), await access()]).toEqual([before(), []])
  })

  it('without a contact are added once one is invited', async () => {
    const delta = await rows.organization('Delta', { parent_id: city })
    const invite = (id: string, organizationId: number, row: object = {}) =>
      rows.database.queries
        .insertInto('invitations')
        .values({
          id,
          hash: id,
          email: `${id}@city.example`,
          organization_id: organizationId,
          roles: '[]',
          is_primary_contact: 1,
          restrictions: null,
          project_id: null,
          project_roles: '[]',
          invited_by: null,
          created_on: NOW,
          expires_on: NOW + 1,
          accepted_on: null,
          accepted_by: null,
          cancelled_on: null,
          ...row,
        })
        .execute()
    await invite('accepted', delta, { accepted_on: NOW })
    await invite('cancelled', delta, { cancelled_on: NOW })
    await invite('other', gamma)
    expect(await refusal(move(add([delta])))).toEqual(['INVALID_INPUT', 'contacts'])
    await invite('open', delta)
    await move(add([delta]))
    expect(await invited()).toContainEqual([PROJECT_ID, delta])
    expect(await access()).toEqual([])
  })

  it('are added when the draft ends', async () => {
    await rows.database.queries
      .updateTable('projects')
      .set({
        state: 'DRAFT',
        body: JSON.stringify(
          buildProject({ state: 'DRAFT' satisfies ProjectState, organizationId: city }),
        ),
      })
      .where('id', '=', PROJECT_ID)
      .execute()
    await move({ path: 'move-to-preparation', to: 'PREPARATION', vendorIds: [gamma] })
    expect(await invited()).toEqual([...before(), [PROJECT_ID, gamma]])
    expect((await project())?.state).toBe('PREPARATION')
  })
})

it('a project that is gone is refused', async () => {
  await store({ state: 'PUBLISHED' })
  await rows.database.queries.deleteFrom('projects').where('id', '=', PROJECT_ID).execute()
  expect(await refusal(move(toValidation))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
})
