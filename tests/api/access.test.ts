import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { attachmentId } from '#schema/entities/attachment.ts'
import type { Project } from '#schema/entities/project.ts'
import { buildCommitment, buildDefinition } from '../support/project-rows.ts'
import { dumpEverything } from './dump.ts'
import { buildWorld, PROJECT, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => { world = await buildWorld() })
afterAll(async () => { await world.close() })

type Call = { state?: Project['state']; may: readonly Username[]; path?: Record<string, string | number>; query?: Record<string, string>; body?: object }
const ADMINS = ['owner', 'admin'] as const
const AUTHORS = ['owner', 'admin', 'author'] as const
const CITY = ['owner', 'admin', 'author', 'reviewer', 'approver'] as const
const ALPHA = ['alpha-primary', 'alpha-contact'] as const
const READERS_OF_P1 = [...CITY, ...ALPHA, 'beta-primary'] as const
const READERS = [...CITY, ...ALPHA, 'beta-primary', 'alpha-restricted'] as const
const EVERYBODY: readonly Username[] = [...READERS, 'colleague', 'alpha-ungranted', 'gamma-primary', 'village-admin']
const project = { id: PROJECT }

const HASH = 'b'.repeat(64)

/** Who may make which call, on rows of the one project; everybody else is refused and changes nothing. Every row of the table is here or public. */
const CALLS: Record<string, (world: World) => Call> = {
  'auth.session': () => ({ may: EVERYBODY }),
  'users.get': ({ users }) => ({ may: ['owner', 'admin', 'author', 'reviewer', 'approver', 'colleague'], path: { id: users.reviewer } }),
  'organizations.forCurrentUser': () => ({ may: EVERYBODY }),
  'organizations.get': ({ companies }) => ({ may: ['owner', 'admin', 'author', 'reviewer', 'approver', 'colleague', 'alpha-primary', 'alpha-contact', 'alpha-restricted', 'alpha-ungranted'], path: { id: companies.alpha } }),
  'organizations.vendors': ({ companies }) => ({ may: ['owner', 'admin', 'colleague'], path: { id: companies.city } }),
  'projects.create': () => ({ may: ['owner', 'admin', 'colleague', 'village-admin'], body: { name: 'Another' } }),
  'projects.get': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.update': () => ({ may: ADMINS, body: { id: PROJECT, name: 'Renamed' } }),
  'projects.delete': () => ({ may: [], path: { id: 'unknown' } }),
  'projects.byUser': ({ users }) => ({ may: ['owner'], path: { id: users.owner }, body: {} }),
  'projects.byOrganization': ({ companies }) => ({ may: [...CITY, 'colleague'], path: { id: companies.city }, body: {} }),
  'projects.listByOrganization': ({ companies }) => ({ may: [...CITY, 'colleague'], path: { id: companies.city } }),
  'projects.packages': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.references': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.vendors': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.overview': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.vendorCommitments': ({ companies }) => ({ state: 'PUBLISHED', may: [...ALPHA, 'alpha-restricted'], path: { id: PROJECT, vendorId: companies.alpha } }),
  'projects.lateAnswers': () => ({ state: 'PUBLISHED', may: ADMINS, path: project }),
  'projects.requirementCount': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.toggleFavorite': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'projects.setWeights': () => ({
    may: AUTHORS, path: project,
    body: { packages: [{ id: 'p1', weight: 60 }, { id: 'p2', weight: 40 }], documents: [{ id: 'd1', weight: 100 }, { id: 'd2', weight: 100 }] },
  }),
  'stateTransitions.moveToPreparation': ({ companies }) => ({ state: 'DRAFT', may: ['owner'], path: project, body: { vendorIds: [companies.beta] } }),
  'stateTransitions.addVendor': ({ companies }) => ({ may: ADMINS, path: project, body: { vendorIds: [companies.beta] } }),
  'stateTransitions.moveToPublished': () => ({ state: 'PUBLISHED', may: ADMINS, path: project, body: {} }),
  'stateTransitions.moveToValidation': () => ({ state: 'PUBLISHED', may: ADMINS, path: project }),
  'stateTransitions.moveBackToPublished': () => ({ state: 'VALIDATION', may: ADMINS, path: project, body: {} }),
  'stateTransitions.moveToEvaluation': () => ({ state: 'VALIDATION', may: ADMINS, path: project }),
  'stateTransitions.moveToClosed': () => ({ state: 'EVALUATION', may: ADMINS, path: project }),
  'stateTransitions.moveToArchived': () => ({ state: 'CLOSED', may: ADMINS, path: project }),
  'releases.list': () => ({ state: 'PUBLISHED', may: READERS, path: project }),
  'releases.create': () => ({ may: AUTHORS, path: project, body: { version: '3' } }),
  'releases.update': () => ({ may: AUTHORS, path: project, body: { id: 'rel0', version: '1.1' } }),
  'releases.move': () => ({ may: AUTHORS, path: project, body: { id: 'rel0', after: null } }),
  'releases.delete': () => ({ may: AUTHORS, path: project, body: { id: 'relx' } }),
  'packages.create': () => ({ may: AUTHORS, body: { projectId: PROJECT, name: 'More' } }),
  'packages.update': () => ({ may: AUTHORS, body: { id: 'p1', name: 'Core 2' } }),
  'packages.move': () => ({ may: AUTHORS, body: { id: 'p1', after: 'p2' } }),
  'packages.delete': () => ({ may: AUTHORS, body: { id: 'px' } }),
  'documents.get': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], path: { id: 'd1' } }),
  'documents.create': () => ({ may: AUTHORS, body: { packageId: 'p1', name: 'More', prefix: 'MOR' } }),
  'documents.update': () => ({ may: AUTHORS, body: { id: 'd1', name: 'Functions 2' } }),
  'documents.move': () => ({ may: AUTHORS, body: { id: 'd1', after: null } }),
  'documents.delete': () => ({ may: AUTHORS, body: { id: 'dx' } }),
  'documents.statistics': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], path: { id: 'd1' } }),
  'sections.create': () => ({ may: AUTHORS, body: { documentId: 'd1', name: 'More' } }),
  'sections.update': () => ({ may: AUTHORS, body: { id: 's1', name: 'General 2' } }),
  'sections.move': () => ({ may: AUTHORS, body: { id: 's1', after: null } }),
  'sections.delete': () => ({ may: AUTHORS, body: { id: 'sx' } }),
  'requirements.get': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], path: { id: 'r1' } }),
  'requirements.byFullId': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], query: { docId: 'd1', fullId: 'FUN-0001' } }),
  'requirements.create': () => ({ may: AUTHORS, body: { sectionId: 's1', name: 'New', definition: buildDefinition() } }),
  'requirements.createBulk': () => ({ may: AUTHORS, body: { documentId: 'd1', requirements: [{ sectionId: 's1', name: 'New', definition: buildDefinition() }] } }),
  'requirements.update': () => ({ may: AUTHORS, body: { id: 'r1', name: 'Sends all mail' } }),
  'requirements.updateBulk': () => ({ may: AUTHORS, body: { requirements: [{ id: 'r1', name: 'Sends more mail' }] } }),
  'requirements.move': () => ({ may: AUTHORS, body: { ids: ['r1'], sectionId: 's1', index: 1 } }),
  'requirements.delete': () => ({ may: AUTHORS, body: { reqIds: ['rx'] } }),
  'requirements.exclude': () => ({ state: 'EVALUATION', may: [...AUTHORS, 'approver'], body: { id: 'r2', reason: 'Unclear' } }),
  'requirements.createCommitment': ({ companies }) => ({ state: 'PUBLISHED', may: ALPHA, path: { id: 'r2' }, body: { vendorId: companies.alpha, values: { note: 'x' } } }),
  'requirements.updateCommitment': ({ companies }) => ({ state: 'PUBLISHED', may: ALPHA, path: { id: 'r2' }, body: { vendorId: companies.alpha, values: { note: 'y' } } }),
  'requirements.byDocument': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], path: { docId: 'd1' }, body: {} }),
  'requirements.conflicts': () => ({ state: 'PUBLISHED', may: [...CITY, ...ALPHA, 'beta-primary'], path: { id: 'r1' } }),
  'commitments.updateBulk': ({ companies }) => ({ state: 'PUBLISHED', may: ALPHA, body: { projectId: PROJECT, vendorId: companies.alpha, items: [{ requirementId: 'r2', values: { note: 'z' } }] } }),
  'commitments.submit': ({ companies }) => ({ state: 'PUBLISHED', may: [], body: { projectId: PROJECT, vendorId: companies.alpha, items: [{ requirementId: 'r2', contentHash: '0'.repeat(64) }] } }),
  'overrides.set': ({ companies }) => ({ state: 'EVALUATION', may: [...ADMINS, 'approver'], body: { requirementId: 'r1', vendorId: companies.alpha, parameterId: 'met', value: 10, reason: 'Because' } }),
  'overrides.remove': () => ({ state: 'EVALUATION', may: [], body: { requirementId: 'rx', vendorId: 1, parameterId: 'met', reason: 'Because' } }),
  'attachments.create': () => ({ state: 'PUBLISHED', may: [], body: { place: { kind: 'requirement', id: 'r1' }, file: { contentHash: HASH, bytes: 10, mime: 'application/pdf' }, name: 'x.pdf' } }),
  'attachments.update': ({ companies }) => ({ state: 'PUBLISHED', may: ALPHA, body: { id: attachmentId('file', companies.alpha), alias: 'Plan' } }),
  'attachments.ofPackage': () => ({ state: 'PUBLISHED', may: READERS_OF_P1, path: { id: 'p1' } }),
  'attachments.ofDocument': () => ({ state: 'PUBLISHED', may: READERS_OF_P1, path: { id: 'd1' } }),
  'attachments.ofRequirement': () => ({ state: 'PUBLISHED', may: READERS_OF_P1, path: { id: 'r1' } }),
  'attachments.removeOfPackage': () => ({ state: 'PUBLISHED', may: [], path: { id: 'p1' }, body: { id: 'unknown' } }),
  'attachments.removeOfDocument': () => ({ state: 'PUBLISHED', may: [], path: { id: 'd1' }, body: { id: 'unknown' } }),
  'attachments.removeOfRequirement': ({ companies }) => ({ state: 'PUBLISHED', may: ALPHA, path: { id: 'r1' }, body: { id: attachmentId('file', companies.alpha) } }),
  'attachments.content': () => ({ state: 'PUBLISHED', may: [], path: { id: 'unknown' } }),
  'sync.sendFile': () => ({ may: EVERYBODY, path: { sha256: HASH }, query: { bytes: '10', offset: '0' } }),
  'sync.push': () => ({ may: [], body: {} }),
  'sync.bring': () => ({ may: [], body: {} }),
  'sync.pull': () => ({ may: [], body: {} }),
}

const ROWS = Object.entries(API).flatMap(([slice, rows]) => Object.entries<Endpoint>(rows).map(([name, row]) => ({ name: `${slice}.${name}`, row })))
const CLOSED = ROWS.filter(({ row, name }) => row.access !== 'public' && name !== 'auth.logout')

beforeEach(async () => {
  const { alpha } = world.companies
  // An answer of Alpha to look for.
  const file = { id: attachmentId('file', alpha), name: 'ALPHA-SECRET.pdf', vendorId: alpha, packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
  const commitment = buildCommitment({ vendorId: alpha, values: { 'met': 100, 'met.release': -2, 'note': 'ALPHA-SECRET' }, submitted: true })
  await world.database.write(async (tx) => {
    await tx.insertInto('commitments').values({
      project_id: PROJECT, id: commitment.id, updated_on: 0, body: JSON.stringify(commitment), package_id: 'p1', document_id: 'd1', requirement_id: 'r1', vendor_id: alpha, answered: 1, submitted: 1,
    }).onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing()).execute()
    await tx.insertInto('attachments').values({
      project_id: PROJECT, id: file.id, updated_on: 0, body: JSON.stringify({ ...file, projectId: PROJECT, file: { contentHash: HASH, bytes: 10, mime: 'application/pdf' } }), package_id: 'p1', document_id: 'd1', requirement_id: 'r1', vendor_id: alpha, content_hash: HASH,
    }).onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing()).execute()
  })
})

test('every call that is not public is tried', () => {
  expect(Object.keys(CALLS).sort()).toEqual(CLOSED.map(({ name }) => name).sort())
})

/** What may be there only once. */
const UNIQUE: Record<string, (username: string) => object> = {
  'documents.create': (username) => ({ prefix: username.toUpperCase() }), 'releases.create': (username) => ({ version: username }),
  'overrides.set': (username) => ({ reason: username }), 'requirements.exclude': (username) => ({ reason: username }),
}

const pathOf = (row: Endpoint, { path = {}, query }: Call): string =>
  row.path.replace(/\{(\w+)\}/g, (_whole, key: string) => String(path[key])) + (query === undefined ? '' : `?${new URLSearchParams(query).toString()}`)

describe.each(CLOSED)('[AC1] $name', ({ name, row }) => {
  const callOf = (): Call => CALLS[name]?.(world) ?? { may: [] }

  test('is refused to everybody it is not for, and then no row changes and no answer of Alpha leaves', async () => {
    const call = callOf()
    await world.setProject({ state: call.state ?? 'PREPARATION' })
    const before = await dumpEverything(world.database)
    const nobody = await fetch(`${world.url}/api${pathOf(row, call)}`, { method: row.method, headers: { 'content-type': 'application/json' }, ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }) })
    expect(nobody.status).toBe(401)
    for (const username of EVERYBODY.filter((one) => !call.may.includes(one))) {
      const { status, text } = await (await world.as(username)).raw(row.method, pathOf(row, call), call.body)
      expect(status, `${username}: ${text}`).toBeGreaterThanOrEqual(400)
      expect(status, `${username}: ${text}`).toBeLessThan(500)
      if (!username.startsWith('alpha')) expect(text).not.toContain('ALPHA-SECRET')
    }
    expect(await dumpEverything(world.database)).toBe(before)
  })

  test('is answered to those it is for', async () => {
    const call = callOf()
    const isVain = /^(projects\.delete|releases\.delete|packages\.delete|documents\.delete|sections\.delete|requirements\.delete|attachments\.removeOfRequirement)$/.test(name)
    for (const username of isVain ? [] : call.may) {
      await world.setProject({ state: call.state ?? 'PREPARATION' })
      const body = { ...call.body, ...UNIQUE[name]?.(username) }
      const { status, text } = await (await world.as(username)).raw(row.method, pathOf(row, call), call.body === undefined ? undefined : body)
      expect(status, `${username}: ${text}`).toBeLessThan(400)
    }
  })
})
