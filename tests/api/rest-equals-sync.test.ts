import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointCall } from '#schema/api/endpoint.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import type { Project } from '#schema/entities/project.ts'
import { commentId } from '#schema/entities/comment.ts'
import { COMMANDS } from '#schema/mutations/inputs.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { KEEP_UNUSED_MS } from '#server/jobs/collect-files.ts'
import { compactLog } from '#server/jobs/compact-log.ts'
import { newKeys, textOfKeys } from '#server/security/keys.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { dumpProject } from './dump.ts'
import { wrongCounts } from './fuzz/invariants.ts'
import { newestIfThere } from './newest.ts'
import { recordBase } from './record-base.ts'
import { attachmentArgs, PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let [byRest, bySync]: World[] = []
beforeAll(async () => {
  const keys = textOfKeys(newKeys())
  byRest = await buildWorld({ keys })
  bySync = await buildWorld({ keys })
  for (const world of [byRest, bySync]) await sendPiece(await world.as('author'), PLAN)
})
afterAll(async () => {
  await byRest?.close()
  await bySync?.close()
})

interface Step<N extends CommandName = CommandName> {
  command: N
  as: Username
  state: Project['state']
  args: (world: World) => CommandArgs[N]
  rest: (args: CommandArgs[N]) => { row: Endpoint; input: object }
}
const step = <N extends CommandName, E extends Endpoint>(
  command: N,
  as: Username,
  state: Project['state'],
  args: CommandArgs[N] | ((world: World) => CommandArgs[N]),
  row: E,
  input: (args: CommandArgs[N]) => EndpointCall<E>,
): Step =>
  ({
    command,
    as,
    state,
    args: typeof args === 'function' ? args : () => args,
    rest: (given: CommandArgs[N]) => ({ row, input: input(given) as object }),
  }) as unknown as Step

const answers = { met: 100, 'met.release': -2, note: 'Out of the box.' }
const hash = createHash('sha256').update(canonicalContent(answers)).digest('hex')
const omit = <T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> => {
  const { [key]: _omitted, ...rest } = value
  return rest
}
const withoutProject = <T extends { projectId: string }>(args: T) => omit(args, 'projectId')
const definition = buildDefinition()
const vendor = (world: World): number => world.companies.alpha

const asked = (world: World): string => commentId('c9', vendor(world))

/** Stands for the stored `updatedOn` of the row that the call updates. */
const NEWEST = -1
const seen = (id: string) => ({ id, updatedOn: NEWEST })

/** In an order in which each step finds the objects that it needs. */
const STEPS: Step[] = [
  step(
    'projects.update',
    'owner',
    'PREPARATION',
    { projectId, patch: { name: 'Groupware 2', tags: ['mail'], sealed: true } },
    API.projects.update,
    ({ patch }) => ({ body: { id: projectId, updatedOn: NEWEST, ...patch } }),
  ),
  step(
    'packages.create',
    'author',
    'PREPARATION',
    { projectId, id: 'p9', name: 'Extra', after: 'p1' },
    API.packages.create,
    (args) => ({ body: args }),
  ),
  step(
    'packages.update',
    'author',
    'PREPARATION',
    { projectId, id: 'p9', name: 'Extras' },
    API.packages.update,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'packages.move',
    'author',
    'PREPARATION',
    { projectId, id: 'p9', after: null },
    API.packages.move,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'documents.create',
    'author',
    'PREPARATION',
    { projectId, id: 'd9', packageId: 'p9', name: 'Guide', prefix: 'GDE', after: null },
    API.documents.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'documents.create',
    'author',
    'PREPARATION',
    { projectId, id: 'd8', packageId: 'p9', name: 'Annex', prefix: 'ANX', after: 'd9' },
    API.documents.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'documents.update',
    'author',
    'PREPARATION',
    { projectId, id: 'd9', patch: { name: 'Guide 2', prefix: 'GID' } },
    API.documents.update,
    ({ id, patch }) => ({ body: { id, updatedOn: NEWEST, ...patch } }),
  ),
  step(
    'owners.set',
    'owner',
    'EVALUATED',
    (world) => ({
      projectId,
      ownerId: world.users.author,
      packageIds: ['p9'],
      documentIds: ['d8', 'd9'],
    }),
    API.projects.setOwners,
    ({ ownerId, packageIds, documentIds }) => ({
      params: { id: projectId },
      body: { ownerId, packages: packageIds.map(seen), documents: documentIds.map(seen) },
    }),
  ),
  step(
    'documents.addMember',
    'owner',
    'EVALUATED',
    (world) => ({ projectId, id: 'd9', userId: world.users.reviewer }),
    API.documents.addMember,
    ({ id, userId }) => ({ params: { id }, body: { id: userId, updatedOn: NEWEST } }),
  ),
  step(
    'documents.removeMember',
    'owner',
    'EVALUATED',
    (world) => ({ projectId, id: 'd9', userId: world.users.reviewer }),
    API.documents.removeMember,
    ({ id, userId }) => ({ params: { id }, body: { id: userId, updatedOn: NEWEST } }),
  ),
  step(
    'documents.move',
    'author',
    'PREPARATION',
    { projectId, id: 'd8', after: null },
    API.documents.move,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'sections.create',
    'author',
    'PREPARATION',
    { projectId, id: 's9', documentId: 'd9', name: 'First', after: null },
    API.sections.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'sections.update',
    'author',
    'PREPARATION',
    { projectId, id: 's9', name: 'Beginning' },
    API.sections.update,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'sections.create',
    'author',
    'PREPARATION',
    { projectId, id: 's7', documentId: 'd9', name: 'Last', after: 's9' },
    API.sections.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'sections.move',
    'author',
    'PREPARATION',
    { projectId, id: 's7', after: null },
    API.sections.move,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'requirements.create',
    'author',
    'PREPARATION',
    { projectId, id: 'r9', sectionId: 's9', after: null, name: 'Prints', definition },
    API.requirements.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'requirements.createBulk',
    'author',
    'PREPARATION',
    {
      projectId,
      documentId: 'd9',
      sections: [{ id: 's8', name: 'Second' }],
      requirements: [
        { id: 'r10', sectionId: 's8', name: 'Scans', definition, sourceId: 'A-1' },
        { id: 'r11', sectionId: 's9', name: 'Faxes', definition, sourceId: null },
      ],
    },
    API.requirements.createBulk,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'requirements.update',
    'author',
    'PREPARATION',
    { projectId, id: 'r9', patch: { name: 'Prints well', evaluatorHelp: 'Look at it.' } },
    API.requirements.update,
    ({ id, patch: { name, evaluatorHelp } }) => ({
      body: { id, updatedOn: NEWEST, name, evaluatorHelp },
    }),
  ),
  step(
    'requirements.updateBulk',
    'author',
    'PREPARATION',
    {
      projectId,
      items: [
        { id: 'r10', patch: { vendorHelp: 'Say how.' } },
        { id: 'r11', patch: { name: 'Faxes still' } },
      ],
    },
    API.requirements.updateBulk,
    ({ items }) => ({
      body: {
        requirements: items.map(({ id, patch: { name, vendorHelp } }) => ({
          id,
          updatedOn: NEWEST,
          ...(name === undefined ? {} : { name }),
          ...(vendorHelp === undefined ? {} : { vendorHelp }),
        })),
      },
    }),
  ),
  step(
    'requirements.move',
    'author',
    'PREPARATION',
    { projectId, ids: ['r11', 'r9'], sectionId: 's8', after: 'r10' },
    API.requirements.move,
    ({ ids, sectionId, after }) => ({
      body: {
        ids,
        updatedOn: Object.fromEntries(ids.map((id) => [id, NEWEST])),
        sectionId,
        after,
      },
    }),
  ),
  step(
    'requirements.delete',
    'author',
    'PREPARATION',
    { projectId, ids: ['r11'] },
    API.requirements.delete,
    ({ ids }) => ({ body: { reqIds: ids } }),
  ),
  step(
    'content.restore',
    'author',
    'PREPARATION',
    { projectId, root: { entity: 'requirement', id: 'r11' } },
    API.projects.restore,
    ({ root }) => ({ params: { id: projectId }, body: { entity: root.entity, entityId: root.id } }),
  ),
  step(
    'sections.delete',
    'author',
    'PREPARATION',
    { projectId, id: 's8' },
    API.sections.delete,
    ({ id }) => ({ body: { id } }),
  ),
  step(
    'documents.delete',
    'author',
    'PREPARATION',
    { projectId, id: 'd9' },
    API.documents.delete,
    ({ id }) => ({ body: { id } }),
  ),
  step(
    'packages.delete',
    'author',
    'PREPARATION',
    { projectId, id: 'p9' },
    API.packages.delete,
    ({ id }) => ({ body: { id } }),
  ),
  step(
    'content.restore',
    'author',
    'PREPARATION',
    { projectId, root: { entity: 'package', id: 'p9' } },
    API.projects.restore,
    ({ root }) => ({ params: { id: projectId }, body: { entity: root.entity, entityId: root.id } }),
  ),
  step(
    'packages.delete',
    'author',
    'PREPARATION',
    { projectId, id: 'p9' },
    API.packages.delete,
    ({ id }) => ({ body: { id } }),
  ),
  step(
    'releases.create',
    'author',
    'PREPARATION',
    { projectId, id: 'rel9', version: '2.0', date: '2030-06-01', after: 'rel0' },
    API.releases.create,
    (args) => ({ params: { id: projectId }, body: withoutProject(args) }),
  ),
  step(
    'releases.update',
    'author',
    'PREPARATION',
    { projectId, id: 'rel9', patch: { version: '2.1', date: null } },
    API.releases.update,
    ({ id, patch: { version = '', date = null } }) => ({
      params: { id: projectId },
      body: { id, updatedOn: NEWEST, version, date },
    }),
  ),
  step(
    'releases.move',
    'author',
    'PREPARATION',
    { projectId, id: 'rel9', after: null },
    API.releases.move,
    (args) => ({
      params: { id: projectId },
      body: { ...withoutProject(args), updatedOn: NEWEST },
    }),
  ),
  step(
    'releases.delete',
    'author',
    'PREPARATION',
    { projectId, id: 'rel9' },
    API.releases.delete,
    ({ id }) => ({ params: { id: projectId }, body: { id } }),
  ),
  step(
    'weights.set',
    'author',
    'PREPARATION',
    {
      projectId,
      packages: [
        { id: 'p1', weight: 60 },
        { id: 'p2', weight: 40 },
      ],
      documents: [
        { id: 'd1', weight: 100 },
        { id: 'd2', weight: 100 },
      ],
    },
    API.projects.setWeights,
    ({ packages, documents }) => ({
      params: { id: projectId },
      body: {
        packages: packages.map(({ id, weight }) => ({ ...seen(id), weight })),
        documents: documents.map(({ id, weight }) => ({ ...seen(id), weight })),
      },
    }),
  ),
  step(
    'commitments.update',
    'alpha-contact',
    'PUBLISHED',
    (world) => ({ projectId, requirementId: 'r1', vendorId: vendor(world), values: answers }),
    API.requirements.createCommitment,
    ({ requirementId, vendorId, values }) => ({
      params: { id: requirementId },
      body: { vendorId, values },
    }),
  ),
  step(
    'commitments.update',
    'alpha-contact',
    'PUBLISHED',
    (world) => ({
      projectId,
      requirementId: 'r1',
      vendorId: vendor(world),
      values: { note: answers.note },
    }),
    API.requirements.updateCommitment,
    ({ requirementId, vendorId, values }) => ({
      params: { id: requirementId },
      body: { vendorId, values, updatedOn: NEWEST },
    }),
  ),
  step(
    'attachments.create',
    'author',
    'PUBLISHED',
    attachmentArgs('f9', PLAN),
    API.attachments.create,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'attachments.update',
    'author',
    'PUBLISHED',
    { projectId, id: 'f9', patch: { alias: 'Plan' } },
    API.attachments.update,
    ({ id, patch: { alias = '' } }) => ({ body: { id, updatedOn: NEWEST, alias } }),
  ),
  step(
    'attachments.remove',
    'author',
    'PUBLISHED',
    { projectId, id: 'f9' },
    API.attachments.removeOfRequirement,
    ({ id }) => ({ params: { id: 'r1' }, body: { id } }),
  ),
  step(
    'comments.create',
    'alpha-contact',
    'PUBLISHED',
    {
      projectId,
      id: 'c9',
      place: { kind: 'requirement', id: 'r1' },
      type: 'Q',
      severity: null,
      text: 'How many users?',
    },
    API.comments.create,
    (args) => ({ params: { id: projectId }, body: withoutProject(args) }),
  ),
  step(
    'comments.reply',
    'author',
    'PUBLISHED',
    (world) => ({ projectId, id: 'a9', commentId: asked(world), text: 'A hundred.' }),
    API.comments.reply,
    ({ id, commentId, text }) => ({ params: { id: commentId }, body: { id, text } }),
  ),
  step(
    'comments.markOfficial',
    'owner',
    'PUBLISHED',
    (world) => ({ projectId, id: asked(world), replyId: 'a9' }),
    API.comments.markOfficial,
    ({ id, replyId }) => ({ params: { id }, body: { replyId, updatedOn: NEWEST } }),
  ),
  step(
    'comments.publish',
    'owner',
    'PUBLISHED',
    (world) => ({
      projectId,
      id: 'qa9',
      commentId: asked(world),
      question: 'How many?',
      answer: '100.',
    }),
    API.comments.publish,
    ({ id, commentId, question, answer }) => ({
      params: { id: commentId },
      body: { id, updatedOn: NEWEST, question, answer },
    }),
  ),
  step(
    'comments.correct',
    'owner',
    'PUBLISHED',
    { projectId, id: 'qa9', question: 'How many?', answer: '200.' },
    API.comments.correct,
    ({ id, question, answer }) => ({
      params: { id },
      body: { updatedOn: NEWEST, question, answer },
    }),
  ),
  step(
    'commitments.updateBulk',
    'alpha-contact',
    'PUBLISHED',
    (world) => ({
      projectId,
      vendorId: vendor(world),
      items: [
        { requirementId: 'r2', values: answers },
        { requirementId: 'r3', values: answers },
      ],
    }),
    API.commitments.updateBulk,
    (args) => ({ body: args }),
  ),
  step(
    'parts.update',
    'alpha-primary',
    'PUBLISHED',
    (world) => ({
      projectId,
      vendorId: vendor(world),
      documentId: 'd1',
      sectionId: null,
      patch: { userId: world.users['alpha-contact'], dueOn: '2029-06-20', submitters: [] },
    }),
    API.parts.update,
    ({ patch, ...place }) => ({ body: { ...place, ...patch } }),
  ),
  step(
    'parts.setReady',
    'alpha-primary',
    'PUBLISHED',
    (world) => ({
      projectId,
      vendorId: vendor(world),
      documentId: 'd1',
      sectionId: null,
      isReady: true,
    }),
    API.parts.setReady,
    (body) => ({ body: { ...body, updatedOn: NEWEST } }),
  ),
  step(
    'commitments.submit',
    'alpha-contact',
    'PUBLISHED',
    (world) => ({
      projectId,
      vendorId: vendor(world),
      items: [
        { requirementId: 'r1', contentHash: hash },
        { requirementId: 'r2', contentHash: hash },
      ],
    }),
    API.commitments.submit,
    (args) => ({ body: args }),
  ),
  step(
    'overrides.set',
    'approver',
    'EVALUATION',
    (world) => ({
      projectId,
      requirementId: 'r1',
      vendorId: vendor(world),
      parameterId: 'met',
      value: 60,
      reason: 'Only with an add-on.',
    }),
    API.overrides.set,
    (args) => ({ body: withoutProject(args) }),
  ),
  step(
    'overrides.remove',
    'approver',
    'EVALUATION',
    (world) => ({
      projectId,
      requirementId: 'r1',
      vendorId: vendor(world),
      parameterId: 'met',
      reason: 'It is built in.',
    }),
    API.overrides.remove,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
  step(
    'requirements.exclude',
    'author',
    'EVALUATION',
    { projectId, id: 'r2', reason: 'No vendor understood it.' },
    API.requirements.exclude,
    (args) => ({ body: { ...withoutProject(args), updatedOn: NEWEST } }),
  ),
]

test('every command has a step', () => {
  expect([...new Set(STEPS.map(({ command }) => command))].sort()).toEqual([...COMMANDS].sort())
})

/** Replaces every NEWEST by the `updatedOn` of the row that is named beside it. */
const withNewest = async (world: World, input: object): Promise<object> => {
  const rows = new Map(
    Object.values(await dumpProject(world.database))
      .flat()
      .map((row) => row as { id?: unknown; updated_on?: unknown })
      .map(({ id, updated_on }) => [id, updated_on]),
  )
  const { params } = input as { params?: { id?: string } }
  return JSON.parse(JSON.stringify(input), (key, part: unknown) => {
    if (part === NEWEST && key !== 'updatedOn') return rows.get(key)
    if (typeof part !== 'object' || part === null || !('updatedOn' in part)) return part
    if (part.updatedOn !== NEWEST) return part
    return { ...part, updatedOn: rows.get(rowOf(part as Named, params?.id)) }
  }) as object
}
interface Named {
  id?: string | number
  vendorId?: number
  requirementId?: string
  parameterId?: string
  documentId?: string
}
/** The id of the row that a part of a body is about. */
const rowOf = (part: Named, inPath: string | undefined): string | undefined => {
  const { id, vendorId, requirementId, parameterId, documentId } = part
  if ('replyId' in part || 'question' in part) return inPath
  if (parameterId !== undefined) return `${requirementId}.${vendorId}.${parameterId}`
  if (documentId !== undefined) return `${documentId}.${vendorId}`
  // A number is a person in the row of the path.
  return (typeof id === 'number' ? inPath : id) ?? `${inPath}.${vendorId}`
}

test.each(STEPS.map((one, index) => ({ ...one, index })))(
  '[SY1] $command by REST and by sync leave equal states ($index)',
  async ({ command, as, state, args, rest, index }) => {
    if (byRest === undefined || bySync === undefined) throw new Error('no worlds')
    const now = Math.max(byRest.clock.now, bySync.clock.now) + 1_000
    for (const world of [byRest, bySync]) {
      world.clock.now = now
      await world.setProject({ state })
    }
    const { row, input } = rest(args(byRest) as never)
    await (await byRest.as(as)).call(row, (await withNewest(byRest, input)) as never)
    const device = new SyncDevice(await bySync.as(as))
    const of = { database: bySync.database, userId: bySync.users[as], now }
    const base = await recordBase(of, command, args(bySync) as never)
    await device.push(device.edit(command, args(bySync) as never, base))
    await device.pull(projectId)
    expect(
      device.results.map(({ status, reason }) => ({ status, reason })),
      `step ${index}`,
    ).toEqual([{ status: 'applied', reason: null }])
    expect(stable(await dumpProject(bySync.database))).toEqual(
      stable(await dumpProject(byRest.database)),
    )
    expect(await wrongCounts(bySync.database.queries)).toEqual([])
  },
)

test('[SY20] of many answers submitted at once, those changed since remain with a reason and the others are submitted, by REST and by sync alike', async () => {
  if (byRest === undefined || bySync === undefined) throw new Error('no worlds')
  const now = Math.max(byRest.clock.now, bySync.clock.now) + 1_000
  const vendorId = vendor(byRest)
  const changed = { ...answers, note: 'Only with an add-on.' }
  for (const world of [byRest, bySync]) {
    world.clock.now = now
    await world.setProject({ state: 'PUBLISHED' })
    const colleague = await world.as('alpha-primary')
    const written = { r1: changed, r2: { ...answers, note: 'As it is.' } }
    for (const [id, values] of Object.entries(written)) {
      const updatedOn = await newestIfThere(world, 'commitment', `${id}.${vendorId}`)
      const body = { updatedOn, values }
      await colleague.call(API.requirements.updateCommitment, { params: { id }, body })
    }
  }
  const hashOf = (values: typeof answers) =>
    createHash('sha256').update(canonicalContent(values)).digest('hex')
  const body = {
    projectId,
    vendorId,
    items: [
      { requirementId: 'r1', contentHash: hash },
      { requirementId: 'r2', contentHash: hashOf({ ...answers, note: 'As it is.' }) },
    ],
  }
  for (const world of [byRest, bySync]) world.clock.now = now + 1_000
  const reply = await (await byRest.as('alpha-contact')).call(API.commitments.submit, { body })
  const device = new SyncDevice(await bySync.as('alpha-contact'))
  await device.push(device.edit('commitments.submit', body))
  await device.pull(projectId)

  const reason = 'The answer has changed. Check it and submit it again'
  expect(reply).toMatchObject({
    message: 'Bulk submit result: 1 requirements submitted, 1 remain un-submitted.',
    submitted: [
      {
        requirementId: 'r2',
        submitted: true,
        receipt: { contentHash: body.items[1]?.contentHash },
      },
    ],
    remaining: [{ requirementId: 'r1', message: reason, messageCodes: ['CONTENT_CHANGED'] }],
  })
  expect(device.results).toMatchObject([
    {
      status: 'conflict',
      reason: 'bulk.result',
      detail: { n: 1, m: 1 },
      conflicts: [
        {
          entity: 'commitment',
          id: `r1.${vendorId}`,
          theirs: { reason: 'CONTENT_CHANGED' },
          theirsBy: 'alpha-primary Person',
        },
      ],
    },
  ])
  expect([
    device.get('commitment', `r1.${vendorId}`),
    device.get('commitment', `r2.${vendorId}`),
  ]).toMatchObject([{ submitted: false, values: changed }, { submitted: true }])
  expect(
    await (
      await bySync.as('alpha-contact')
    ).call(API.requirements.conflicts, { params: { id: 'r1' } }),
  ).toEqual([])
  expect(stable(await dumpProject(bySync.database))).toEqual(
    stable(await dumpProject(byRest.database)),
  )
})

test('[SY21] undoing a deletion within 30 days brings everything back, with the answers of every vendor', async () => {
  if (byRest === undefined) throw new Error('no world')
  const world = byRest
  await world.setProject({ state: 'PREPARATION' })
  const before = await dumpProject(world.database)
  const restore = async (username: Username) =>
    await (
      await world.as(username)
    ).raw('POST', `/projects-service/projects/${projectId}/restore`, {
      entity: 'section',
      entityId: 's1',
    })
  const remove = async () =>
    await (await world.as('author')).call(API.sections.delete, { body: { id: 's1' } })
  await remove()
  expect(JSON.stringify((await dumpProject(world.database))['commitments'])).not.toContain(
    'Only with an add-on.',
  )
  const foreign = await restore('owner')
  expect([foreign.status, JSON.parse(foreign.text)]).toMatchObject([
    409,
    { messageCodes: ['ROW_DELETED'] },
  ])
  expect((await restore('author')).status).toBe(200)
  expect(contentOf(await dumpProject(world.database))).toEqual(contentOf(before))
  expect((await restore('author')).status, 'a second time it changes nothing').toBe(200)
  expect(contentOf(await dumpProject(world.database))).toEqual(contentOf(before))

  await remove()
  world.clock.now += KEEP_UNUSED_MS + 1
  await compactLog(world.database, () => world.clock.now)
  expect((await restore('author')).status).toBe(409)
})

/** The rows of the project without their timestamps. */
const contentOf = (dump: Record<string, unknown[]>): unknown =>
  Object.fromEntries(
    ['sections', 'requirements', 'commitments', 'overrides'].map((table) => [
      table,
      JSON.stringify(dump[table]).replace(/(updatedOn\\?":|updated_on":)\d+/g, '$10'),
    ]),
  )

/** Removes timestamps: both worlds were seeded a moment apart. */
const stable = (dump: Record<string, unknown[]>): unknown =>
  JSON.parse(JSON.stringify(dump).replace(/("at":|"addedOn":|\\"addedOn\\":)\d+/g, '$10'))
