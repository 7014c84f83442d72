import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachmentId } from '#schema/entities/attachment.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { PROJECT_STATES, type ProjectState } from '#schema/entities/project.ts'
import { type CommandArgs, type CommandName, MUTATIONS } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { COMMAND_ACTIONS, statesOf } from '#schema/rules/project/write-times.ts'
import type { ApiClient } from '../support/api-client.ts'
import { vendorPartId } from '#schema/entities/vendor-part.ts'
import { newestIfThere } from './newest.ts'
import { attachmentArgs, buildForm, PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, START, type World } from './world.ts'

const ANSWER = { met: 50, 'met.release': 0, note: 'In time' }
const ANSWER_HASH = createHash('sha256').update(canonicalContent(ANSWER)).digest('hex')
const HOUR_MS = 3_600_000
const REQUIREMENT = 'r1'

type VendorAction =
  | 'commitment.write'
  | 'attachment.create'
  | 'attachment.remove'
  | 'comment.create'
  | 'comment.reply'
type VendorCommand = {
  [N in CommandName]: (typeof COMMAND_ACTIONS)[N] extends VendorAction ? N : never
}[CommandName]
interface Call {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  isForm?: true
}
type Writes = { [N in VendorCommand]: { args: CommandArgs[N]; base?: EditBase; call: Call } }

let world: World
let alpha: ApiClient
let writes: Writes
let round = 0
/** `updatedOn` of the file. */
let fileOn = 0
/** Of the answers to r2 and r3 and of the parts; undefined = there is none. */
let answersOn: (number | undefined)[] = []
let partsOn: (number | undefined)[] = []
const readVersions = async (): Promise<void> => {
  const vendorId = world.companies.alpha
  answersOn = await Promise.all(
    ['r2', 'r3'].map((id) => newestIfThere(world, 'commitment', commitmentId(id, vendorId))),
  )
  partsOn = await Promise.all(
    ['d1', 'd2'].map((id) => newestIfThere(world, 'vendorPart', vendorPartId(id, vendorId))),
  )
}

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  alpha = await world.as('alpha-primary')
  await sendPiece(alpha, PLAN)
  const seed = new SyncDevice(alpha)
  await seed.push(
    seed.edit('commitments.update', {
      projectId,
      requirementId: REQUIREMENT,
      vendorId: world.companies.alpha,
      values: ANSWER,
    }),
    seed.edit('attachments.create', attachmentArgs('file', PLAN)),
    seed.edit('comments.create', {
      projectId,
      id: 'asked',
      place: { kind: 'project', id: projectId },
      type: 'Q',
      severity: null,
      text: 'Asked',
    }),
  )
  await seed.pull(projectId)
  expect(seed.results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  fileOn = updatedOnOf(seed)
})
afterAll(async () => {
  await world.close()
})

const updatedOnOf = (device: SyncDevice): number =>
  Number(device.get('attachment', attachmentId('file', world.companies.alpha))?.['updatedOn'])

/** Every command open to a vendor, with new ids, by REST and as an edit. */
const freshWrites = (): Writes => {
  round += 1
  const vendorId = world.companies.alpha
  const scope = { projectId, vendorId }
  const values = { note: `Written ${round}` }
  const file = attachmentId('file', vendorId)
  const comment = `asked.${vendorId}`
  const place = { kind: 'requirement' as const, id: REQUIREMENT }
  const question = { place, type: 'Q' as const, severity: null, text: `Asked ${round}` }
  const submitted = { ...scope, items: [{ requirementId: REQUIREMENT, contentHash: ANSWER_HASH }] }
  const several = { requirementId: 'r3', values }
  const part = { ...scope, documentId: 'd1', sectionId: null }
  const ready = { ...part, documentId: 'd2', isReady: round % 2 === 1 }
  const dueOn = new Date(START + round * 24 * HOUR_MS).toISOString().slice(0, 10)
  const base = '/projects-service'
  return {
    'commitments.submit': {
      args: submitted,
      call: { method: 'POST', path: `${base}/commitments/submit`, body: submitted },
    },
    'commitments.update': {
      args: { ...scope, requirementId: 'r2', values },
      call: {
        method: 'PUT',
        path: `${base}/requirements/r2/commitments/update`,
        body: { updatedOn: answersOn[0], values },
      },
    },
    'commitments.updateBulk': {
      args: { ...scope, items: [several] },
      call: {
        method: 'POST',
        path: `${base}/commitments/update-bulk`,
        body: { ...scope, items: [{ ...several, updatedOn: answersOn[1] }] },
      },
    },
    'parts.update': {
      args: { ...part, patch: { dueOn } },
      call: {
        method: 'PUT',
        path: `${base}/parts/update`,
        body: { ...part, dueOn, updatedOn: partsOn[0] },
      },
    },
    'parts.setReady': {
      args: ready,
      call: {
        method: 'PUT',
        path: `${base}/parts/ready`,
        body: { ...ready, updatedOn: partsOn[1] },
      },
    },
    'attachments.create': {
      args: attachmentArgs(`file-${round}`, PLAN),
      call: {
        method: 'POST',
        path: `${base}/requirements/${REQUIREMENT}/files/create`,
        isForm: true,
      },
    },
    'attachments.update': {
      args: { projectId, id: file, patch: { alias: `Plan ${round}` } },
      base: { [`attachment/${file}#alias`]: '' },
      call: {
        method: 'PUT',
        path: `${base}/attachments/update`,
        body: { id: file, updatedOn: fileOn, alias: `Plan ${round}` },
      },
    },
    'attachments.remove': {
      args: { projectId, id: file },
      call: {
        method: 'DELETE',
        path: `${base}/requirements/${REQUIREMENT}/files/delete`,
        body: { id: file },
      },
    },
    'comments.create': {
      args: { projectId, id: `question-${round}`, ...question },
      call: {
        method: 'POST',
        path: `${base}/projects/${projectId}/comments/create`,
        body: { place, type: 'Q', text: `Asked ${round}` },
      },
    },
    'comments.reply': {
      args: { projectId, id: `reply-${round}`, commentId: comment, text: `Said ${round}` },
      call: {
        method: 'POST',
        path: `${base}/comments/${comment}/replies/create`,
        body: { text: `Said ${round}` },
      },
    },
  }
}
const commands = (): VendorCommand[] => Object.keys(writes) as VendorCommand[]

const codeOf = ({ status, text }: { status: number; text: string }): string =>
  status < 300 ? 'taken' : ((JSON.parse(text) as { messageCodes: string[] }).messageCodes[0] ?? '')
/** Before publication a vendor learns nothing of a project. */
const isShut = (state: ProjectState): boolean =>
  ['INITIALIZING', 'DRAFT', 'PREPARATION'].includes(state)
const UNHEARD = ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND']

/** Everything that a vendor could change, as one text. */
const everything = async (): Promise<string> => {
  const tables = ['commitments', 'attachments', 'comments', 'replies', 'vendor_parts'] as const
  const found = await Promise.all(
    tables.map((table) =>
      world.database.queries.selectFrom(table).select(['id', 'body']).orderBy('id').execute(),
    ),
  )
  return JSON.stringify(found)
}

/** 'taken', or the code of the refusal. */
const send = async ({ method, path, body, isForm }: Call): Promise<string> => {
  if (isForm !== true) return codeOf(await alpha.raw(method, path, body))
  const { payload, contentType } = buildForm(PLAN)
  const answer = await fetch(`${world.url}/api${path}`, {
    method,
    headers: { 'x-auth-token': alpha.token, 'content-type': contentType },
    body: new Uint8Array(payload),
  })
  return codeOf({ status: answer.status, text: await answer.text() })
}

test('[DW1] this test tries every command that the table opens to vendors', () => {
  expect(Object.keys(COMMAND_ACTIONS).toSorted()).toEqual(Object.keys(MUTATIONS).toSorted())
  writes = freshWrites()
  const listed = Object.entries(COMMAND_ACTIONS).flatMap(([name, action]) =>
    statesOf('vendor', action).length === 0 ? [] : [name],
  )
  expect(commands().toSorted()).toEqual(listed.toSorted())
})

const OPEN: readonly ProjectState[] = ['PUBLISHED']
const TIMES = [
  { name: 'before', leftMs: HOUR_MS },
  { name: 'after', leftMs: -1 },
] as const
const CLOSED = PROJECT_STATES.flatMap((state) => TIMES.map((time) => ({ state, ...time }))).filter(
  ({ state, leftMs }) => !OPEN.includes(state) || leftMs < 0,
)

test.each(CLOSED)(
  '[DW2] in $state, $name the deadline, each write of a vendor is refused both ways, kept, and changes nothing',
  async ({ state, leftMs }) => {
    const before = await everything()
    const set = () => world.setProject({ state, deadlineAt: world.clock.now + leftMs })
    writes = freshWrites()
    for (const command of commands()) {
      await set()
      const code = await send(writes[command].call)
      const isRight = isShut(state) ? UNHEARD.includes(code) : isUntimely(code)
      expect([command, isRight], code).toEqual([command, true])
    }
    await set()
    const device = new SyncDevice(alpha)
    await device.push(
      ...commands().map((command) => device.edit(command, writes[command].args as never)),
    )
    await set()
    await device.pull(projectId)
    expect(await everything()).toBe(before)
    const taken = device.results.map(({ mid, status, reason }) => [
      mid,
      status,
      isShut(state) || isUntimely(reason ?? '') ? 'kept' : reason,
    ])
    expect(taken).toEqual(commands().map((_, index) => [index + 1, 'refused', 'kept']))
    const kept = await world.database.queries
      .selectFrom('mutation_result')
      .select('args')
      .where('client_id', '=', device.clientId)
      .execute()
    expect(kept.filter(({ args }) => args !== null)).toHaveLength(commands().length)
  },
)

test('[DW3] a late edit is accepted once the project is open again', async () => {
  await world.setProject({ state: 'VALIDATION' })
  const device = new SyncDevice(alpha)
  writes = freshWrites()
  const push = () =>
    device.push(
      ...commands().map((command) =>
        device.edit(command, writes[command].args as never, writes[command].base),
      ),
    )
  await push()
  await device.pull(projectId)
  await world.setProject({ state: 'PUBLISHED', deadlineAt: world.clock.now + HOUR_MS })
  await push()
  await device.pull(projectId)
  expect(device.results.slice(commands().length).map(({ status }) => status)).toEqual(
    commands().map(() => 'applied'),
  )
})

test('[DW3] the same REST calls succeed then, so only the time led to their refusal', async () => {
  await world.setProject({ state: 'PUBLISHED', deadlineAt: world.clock.now + HOUR_MS })
  const device = new SyncDevice(alpha)
  await device.push(device.edit('attachments.create', attachmentArgs('file', PLAN)))
  await device.pull(projectId)
  fileOn = updatedOnOf(device)
  await readVersions()
  writes = freshWrites()
  for (const command of commands())
    expect([command, await send(writes[command].call)]).toEqual([command, 'taken'])
})
