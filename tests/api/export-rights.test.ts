import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import {
  world,
  closeExportWorld,
  OF_ALPHA,
  WAIT,
  params,
  buildExportWorld,
  start,
  startRaw,
  listOf,
  downloadRaw,
  textOf,
  codeOf,
  tablesFor,
  namesOf,
  filesIn,
  otherExporter,
  insertWaiting,
  changeExport,
  stateOfExport,
  type Wanted,
} from './export-world.ts'
import { PROJECT as projectId, type Username } from './world.ts'

afterEach(closeExportWorld)

test('[EX2] a vendor exports its own answers, and a contact only in its packages', async () => {
  await buildExportWorld({ state: 'PUBLISHED', publishedOn: 0 })
  const own = await tablesFor('alpha-contact')
  expect(own.text).toContain(OF_ALPHA)
  expect(own.text).not.toMatch(/BETA-TAINT|Beta|owner Person/)
  expect(namesOf(own)).toEqual(['Functions', 'Protection', 'Answers', 'Comments', 'Change log'])
  const restricted = await tablesFor('alpha-restricted')
  expect(restricted.text).toContain(`${OF_ALPHA} r3`)
  expect(restricted.text).not.toMatch(/ALPHA-TAINT r1|BETA-TAINT|Sends mail/)
  expect((await listOf('alpha-contact')).vendors).toEqual([])
})

test('[EX2] a requestor exports no sealed answer', async () => {
  await buildExportWorld({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
  const exported = await tablesFor('owner')
  expect(exported.text).not.toMatch(/TAINT/)
  expect(namesOf(exported)).toEqual(['Functions', 'Protection', 'Comments', 'Change log'])
})

test('[EX2] an archived version is exported by its own project and rights, and its file names it', async () => {
  await buildExportWorld({ state: 'ARCHIVED', publishedOn: 0, version: '2.7' })
  const made = await start('owner')
  const file = await downloadRaw('owner', made.id)
  expect(file.headers.get('content-disposition')).toContain('2.7')
  expect(textOf(file)).toMatch(/ALPHA-TAINT[^]*BETA-TAINT|BETA-TAINT[^]*ALPHA-TAINT/)
  const own = await tablesFor('alpha-contact')
  expect(own.text).toContain(OF_ALPHA)
  expect(own.text).not.toMatch(/BETA-TAINT|Beta|owner Person/)
  await world.database.queries
    .deleteFrom('project_members')
    .where('user_id', '=', world.users.author)
    .execute()
  expect((await startRaw('author', {})).status).toBe(403)
})

test('[EX3] who asks for what is not theirs is refused, and a try at sealed answers is logged', async () => {
  await buildExportWorld({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
  const { alpha, beta, gamma } = world.companies
  const refused: [Username, Wanted][] = [
    ['owner', { content: 'answers' }],
    ['owner', { content: 'evaluation' }],
    ['owner', { vendorIds: [alpha] }],
    ['alpha-primary', { content: 'evaluation' }],
    ['alpha-primary', { content: 'answers', vendorIds: [beta] }],
    ['alpha-primary', { content: 'answers', vendorIds: [gamma] }],
    ['alpha-primary', { vendorIds: [alpha, beta] }],
    ['gamma-primary', {}],
    ['clerk', {}],
    ['village-admin', {}],
  ]
  for (const [username, wanted] of refused)
    expect([username, wanted, (await startRaw(username, wanted)).status]).toEqual([
      username,
      wanted,
      403,
    ])
  const [invited, absent] = [
    await startRaw('alpha-primary', { content: 'answers', vendorIds: [beta] }),
    await startRaw('alpha-primary', { content: 'answers', vendorIds: [gamma] }),
  ]
  expect(invited.text.replace(/"requestId":"[^"]*"/, '')).toBe(
    absent.text.replace(/"requestId":"[^"]*"/, ''),
  )
  expect(await world.database.queries.selectFrom('exports').select('id').execute()).toEqual([])
  await expect
    .poll(async () => {
      const rows = await world.database.queries
        .selectFrom('project_log')
        .select('kind')
        .where('audience', '=', 'team')
        .execute()
      return rows.map(({ kind }) => kind)
    }, WAIT)
    .toContain('readRefused')
})

test('[EX4] only the person who asked gets the file, and only while they have access', async () => {
  await buildExportWorld()
  const { id } = await start('author', { content: 'answers' })
  for (const username of ['owner', 'admin', 'approver', 'alpha-primary'] as const) {
    const answer = await downloadRaw(username, id)
    expect([username, answer.status, codeOf(answer)]).toEqual([username, 404, 'NOT_FOUND'])
    expect((await listOf(username)).exports).toEqual([])
  }
  const owner = await world.as('owner')
  const removal = await owner.raw(
    'DELETE',
    `/projects-service/projects/${projectId}/exports/delete`,
    { id },
  )
  expect(removal.status).toBe(404)
  expect((await downloadRaw('author', id)).status).toBe(200)
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
  const gone = await downloadRaw('author', id)
  expect([gone.status, codeOf(gone)]).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
})

test('[EX4] a page or frame of a browser gets no file', async () => {
  await buildExportWorld()
  const { id } = await start('owner', { content: 'requirements' })
  const { token } = await world.as('owner')
  const answer = await fetch(
    `${world.url}/api/projects-service/projects/${projectId}/exports/${id}/content`,
    { headers: { 'X-Auth-Token': token, 'Sec-Fetch-Dest': 'document' } },
  )
  expect(answer.status).toBe(404)
})

test('[EX4] a file is refused once the answers that its reader could read are sealed again', async () => {
  await buildExportWorld({ state: 'VALIDATION', publishedOn: 0, sealed: true })
  const answers = await start('author', { content: 'answers' })
  const requirements = await start('author', { content: 'requirements' })
  await world.setProject({ state: 'PUBLISHED' })
  const refused = await downloadRaw('author', answers.id)
  expect([refused.status, codeOf(refused)]).toEqual([403, 'EXPORT_OUTDATED'])
  // This one holds no answer, but its reader's rights have changed as well.
  expect((await downloadRaw('author', requirements.id)).status).toBe(403)
  await otherExporter().sweep()
  expect((await listOf('author')).exports).toMatchObject([
    { state: 'failed', failure: 'rights', bytes: null },
    { state: 'failed', failure: 'rights', bytes: null },
  ])
  expect(filesIn()).toEqual([])
})

test('[EX4] a file with scores is refused to a person whose SC_BROWSE was taken', async () => {
  await buildExportWorld()
  const owner = await world.as('owner')
  const { colleague } = world.users
  await owner.call(API.projectMembers.add, {
    params,
    body: { userId: colleague, roleIds: ['role-project-req-approver'] },
  } as never)
  const { id } = await start('colleague', { content: 'evaluation' })
  expect((await downloadRaw('colleague', id)).status).toBe(200)
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [colleague] } })
  expect((await listOf('colleague')).contents).not.toContain('evaluation')
  const refused = await downloadRaw('colleague', id)
  expect([refused.status, codeOf(refused)]).toEqual([403, 'EXPORT_OUTDATED'])
})

test('[EX4] a removed colleague’s waiting export is not written', async () => {
  await buildExportWorld()
  const { id } = await insertWaiting('author')
  await changeExport(id, { state: 'running', attempt: 1, lease_until: world.clock.now + 600_000 })
  const owner = await world.as('owner')
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
  await changeExport(id, { state: 'waiting' })
  await otherExporter().run({ project_id: projectId, id })
  await expect.poll(() => stateOfExport(id), WAIT).toBe('failed')
  expect(filesIn()).toEqual([])
})

test('[EX10] the progress of a vendor’s export is the same whatever others write', async () => {
  await buildExportWorld({ state: 'PUBLISHED', publishedOn: 0 })
  const first = await start('alpha-primary')
  const beta = await world.as('beta-primary')
  await beta.call(API.comments.create, {
    params,
    body: { place: { kind: 'requirement', id: 'r1' }, type: 'Q', text: 'Why?' },
  } as never)
  const owner = await tablesFor('owner', { content: 'comments' })
  expect(owner.text).toContain('Why?')
  const second = await start('alpha-primary')
  expect([second.done, second.total, second.bytes]).toEqual([first.done, first.total, first.bytes])
})
