import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditBase, MutationTx, ProjectActor } from '#schema/mutations/mutation.ts'
import { baseKey } from '#schema/mutations/mutation.ts'
import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildOwner,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  buildSection,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import {
  type Command,
  type CommandServices,
  execute,
  executeTogether,
  parseCommand,
  type Precondition,
  requireActor,
  runCommand,
  runOverRows,
} from './execute.ts'
import { ProjectRows } from './project-rows.ts'
import { openUnit, type ProjectCommit, type ProjectUnit } from './project-unit.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta, owner] = [0, 0, 0, 0, 0]
let published: ProjectCommit[]
let services: CommandServices
beforeEach(async () => {
  rows = await openEmptyDatabase()
  published = []
  services = {
    database: rows.database,
    clock: () => NOW,
    publish: (commit: ProjectCommit) => void published.push(commit),
  } as unknown as CommandServices
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  owner = await join(city, 'olga')
})
afterEach(() => rows.close())

const queries = () => rows.database.queries
type Member = Parameters<EmptyDatabase['member']>[2]
const join = async (place: number, name: string, member: Member = {}) => {
  const id = await rows.person(name, { active_organization_id: place })
  await rows.member(place, id, member)
  return id
}
const work = (projectId: string, userId: number, role = 'role-project-req-author') =>
  queries()
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: `["${role}"]`, created_on: NOW })
    .execute()
const store = async (project: Partial<Project> = {}, content: object = {}) => {
  const set = buildRows({
    project: [buildProject({ organizationId: city, ownerId: owner, ...project })],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    ...content,
  })
  await storeRows(rows, set)
  await storeRows(
    rows,
    inProject({ ...set, project: [buildProject({ organizationId: village })] }, 'other'),
  )
}
const refusal = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.field === undefined ? error.code : [error.code, error.field]
  }
}
const rename = (name: string, id = 's1'): Command<'sections.update'> => ({
  command: 'sections.update',
  args: { projectId: PROJECT_ID, id, name },
})
const nameOf = async (id = 's1', projectId = PROJECT_ID) =>
  (await storedRow(rows, 'section', { projectId, id }))?.name
const seen = (updatedOn: number, id = 's1'): Precondition => ({ entity: 'section', id, updatedOn })

describe('a command', () => {
  beforeEach(() => store())

  it('writes into its project and is told once', async () => {
    expect(await execute(services, owner, rename('Renamed'))).toEqual([])
    expect([await nameOf(), await nameOf('s1', 'other')]).toEqual(['Renamed', 'General'])
    expect(published.map(({ projectId, actorId }) => [projectId, actorId])).toEqual([
      [PROJECT_ID, owner],
    ])
    const history = await queries()
      .selectFrom('change_log')
      .select('actor_name')
      .where('actor_id', '=', owner)
      .execute()
    expect(history).toEqual([{ actor_name: 'olga Person' }])
  })

  it('is refused if a row has changed since it was read, and then writes nothing', async () => {
    const update = (updatedOn: number, id?: string) =>
      refusal(
        execute(services, owner, { ...rename('Renamed'), precondition: [seen(updatedOn, id)] }),
      )
    expect(await update(1)).toBe('requirement.stale')
    expect(await update(-1)).toBe('requirement.stale')
    expect([await nameOf(), published]).toEqual(['General', []])
    expect([await update(0), await update(5, 'unknown')]).toEqual([null, null])
    expect(await nameOf()).toBe('Renamed')
  })

  it('of several is all or none', async () => {
    const together = (commands: Command[], precondition: Precondition[] = []) =>
      refusal(
        executeTogether(
          services,
          { userId: owner, projectId: PROJECT_ID },
          { commands, precondition },
        ),
      )
    const both = [rename('One'), rename('Two', 's2')] as Command[]
    expect(await together([...both, rename('Three', 'unknown')] as Command[])).toBe('ROW_DELETED')
    expect(await together(both, [seen(0), seen(4, 's2')])).toBe('requirement.stale')
    const unread = [...both, { command: 'sections.update', args: {} }] as unknown as Command[]
    expect(await together(unread)).toEqual(['INPUT_INVALID', 'projectId'])
    expect([await nameOf(), await nameOf('s2'), published]).toEqual(['General', 'General', []])
    expect(await together(both, [seen(0)])).toBeNull()
    expect([await nameOf(), await nameOf('s2'), published.length]).toEqual(['One', 'Two', 1])
  })

  it('that is unknown, or has wrong arguments, is refused with the field', async () => {
    const parse = async (command: string, args: unknown) =>
      refusal((async () => parseCommand(command as 'sections.update', args))())
    expect(await parse('sections.burn', {})).toEqual(['INPUT_INVALID', 'command'])
    const { args } = rename('Renamed')
    expect(await parse('sections.update', { ...args, name: 7 })).toEqual(['INPUT_INVALID', 'name'])
    expect(await parse('sections.update', null)).toEqual(['INPUT_INVALID', 'args'])
    expect(await parse('sections.update', args)).toBeNull()
  })
})

describe('a project opens', () => {
  const opens = (userId: number) =>
    refusal(
      rows.database.read((tx) =>
        requireActor(tx, { rows: new ProjectRows(tx, PROJECT_ID) }, userId),
      ),
    )
  it('for its people alone, and for vendors once it is published', async () => {
    await store()
    const stranger = await join(village, 'anna', { roles: '["role-org-admin"]' })
    const vendor = await join(alpha, 'boris', { is_primary_contact: 1 })
    const closed = 'ACCESS_TO_PROJECT_IS_DENIED'
    expect(await opens(owner)).toBeNull()
    for (const id of [stranger, vendor, 999]) expect(await opens(id)).toBe(closed)
    const published = buildProject({ organizationId: city, state: 'PUBLISHED', publishedOn: 1 })
    await queries()
      .updateTable('projects')
      .set({ body: JSON.stringify(published) })
      .where('id', '=', PROJECT_ID)
      .execute()
    expect([await opens(vendor), await opens(stranger)]).toEqual([null, closed])
    await queries().deleteFrom('projects').where('id', '=', PROJECT_ID).execute()
    expect(await opens(owner)).toBe(closed)
  })
})

const inUnit = <T>(run: (unit: ProjectUnit) => Promise<T>): Promise<T> =>
  rows.database.write(async (tx) => {
    const { dialect } = rows.database
    return run(await openUnit(tx, { dialect, clock: () => NOW }, PROJECT_ID))
  })
interface Over {
  base?: EditBase | null
  wanted?: Parameters<typeof runOverRows>[2]['wanted']
}
const over = <T>(
  actor: ProjectActor,
  run: (tx: MutationTx, unit: ProjectUnit) => Promise<T> | T,
  { base = null, wanted = [] }: Over = {},
) =>
  inUnit(async (unit) => {
    let found: T | undefined
    const conflicts = await runOverRows(unit, actor, {
      wanted,
      base,
      work: async (tx) => {
        found = await run(tx, unit)
      },
    })
    return { found, conflicts, changes: (await unit.rows.changes()).map(({ id }) => id) }
  })

describe('[IS4] the command of a vendor', () => {
  const own = () => buildVendorContact({ vendorId: alpha })
  beforeEach(() =>
    store(
      { state: 'PUBLISHED', publishedOn: 1 },
      {
        commitment: [
          buildCommitment({ vendorId: alpha }),
          buildCommitment({ vendorId: beta }),
          buildCommitment({ requirementId: 'r2', vendorId: beta }),
        ],
      },
    ),
  )
  it('reads and lists no row of another vendor', async () => {
    const read = async (actor: ProjectActor) =>
      (
        await over(actor, async (tx) => [
          (await tx.get('commitment', `r1.${alpha}`))?.vendorId,
          (await tx.get('commitment', `r1.${beta}`))?.vendorId,
          (await tx.list('commitment', 'projectId', PROJECT_ID)).map(({ vendorId }) => vendorId),
          (await tx.list('requirement', 'projectId', PROJECT_ID)).length,
        ])
      ).found
    expect(await read(own())).toEqual([alpha, undefined, [alpha], 3])
    expect(await read(buildOwner())).toEqual([alpha, beta, [alpha, beta, beta], 3])
  })
  it('writes no row of another vendor', async () => {
    const put = (actor: ProjectActor, vendorId: number) =>
      over(actor, (tx) => tx.put('commitment', buildCommitment({ vendorId, values: { met: 7 } })))
    await expect(put(own(), beta)).rejects.toThrow(/wrote commitment of another vendor/)
    expect((await put(own(), alpha)).changes).toEqual([`r1.${alpha}`])
    expect((await put(buildOwner(), beta)).changes).toEqual([`r1.${beta}`])
  })
})

it('a command that fails leaves nothing of what it wrote', async () => {
  await store()
  const [changes, before] = await inUnit(async (unit) => {
    const run = (fails: boolean) =>
      runOverRows(unit, buildOwner(), {
        wanted: [],
        base: null,
        work: async (tx) => {
          tx.put('section', buildSection({ name: fails ? 'Failed' : 'Done' }))
          if (fails) throw new Error('no')
        },
      })
    await expect(run(true)).rejects.toThrow('no')
    const none = await unit.rows.changes()
    await run(false)
    return [await unit.rows.changes(), none]
  })
  expect([before, changes.map(({ after }) => (after as { name: string }).name)]).toEqual([
    [],
    ['Done'],
  ])
})

describe('[SY9] an edit on a device', () => {
  beforeEach(() => store())
  const row = { entity: 'section', id: 's1' } as const
  const settle = async (base: EditBase | null, current: unknown, mine: unknown) => {
    const { found, conflicts } = await over(
      buildOwner(),
      (tx) => tx.settle(row, 'name', current, mine),
      { base },
    )
    return [found, conflicts.map(({ theirs }) => theirs)]
  }
  it('writes a field that stands as the person saw it, and conflicts with another value', async () => {
    const base = { [baseKey(row, 'name')]: 'Seen' } as EditBase
    expect(await settle(null, 'Theirs', 'Mine')).toEqual([true, []])
    expect(await settle(base, 'Seen', 'Mine')).toEqual([true, []])
    expect(await settle(base, 'Theirs', 'Seen')).toEqual([false, []])
    expect(await settle(base, 'Theirs', 'Mine')).toEqual([false, ['Theirs']])
    const { conflicts } = await over(
      buildOwner(),
      (tx) => tx.settle(row, 'note', 'Theirs', 'Mine'),
      {
        base,
      },
    )
    expect(await settle(base, undefined, 'Mine')).toEqual([false, [null]])
    expect(conflicts.at(-1)).toEqual({
      ...row,
      field: 'note',
      base: null,
      mine: 'Mine',
      theirs: 'Theirs',
      theirsBy: '',
      theirsOn: 0,
    })
  })
  it('tells the rows that a bulk command left', async () => {
    const { conflicts } = await over(buildOwner(), (tx) =>
      tx.leave({ entity: 'section', id: 's1' }, new Refusal('ROW_DELETED')),
    )
    expect(conflicts.map(({ id, theirs }) => [id, theirs])).toEqual([
      ['s1', { reason: 'ROW_DELETED', detail: {} }],
    ])
  })
})

it('a command numbers in the document, hashes texts, and checks no answer', async () => {
  await store()
  const { found } = await over(buildOwner(), async (tx) => [
    await tx.nextNumber('d1'),
    await tx.nextNumber('d2'),
    await tx.nextNumber('d1'),
    tx.sha256('abc'),
    tx.now,
    tx.isServer,
  ])
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(found).toEqual([1, 1, 2, abc, NOW, true])
  await expect(over(buildOwner(), (tx) => tx.nextNumber('unknown'))).rejects.toThrow(
    'There is no document unknown',
  )
  const judge = over(buildOwner(), (tx) =>
    tx.verdictOf?.(buildRequirement(), buildCommitment(), []),
  )
  await expect(judge).rejects.toThrow('checked before the transaction')
})

it('an import is told to its document', async () => {
  await store()
  const imported = await inUnit(async (unit) => {
    await runCommand(unit, buildOwner(), { ...rename('Renamed'), base: null })
    const none = unit.imported.length
    await runCommand(unit, buildOwner(), {
      command: 'requirements.createBulk',
      args: {
        projectId: PROJECT_ID,
        documentId: 'd1',
        sections: [],
        requirements: [],
      },
      base: null,
    })
    return [none, unit.imported]
  })
  expect(imported).toEqual([0, [{ documentId: 'd1', count: 0 }]])
})

describe('people of a command', () => {
  it('are on the team, or contacts of the same vendor with the package', async () => {
    await store({ state: 'PUBLISHED', publishedOn: 1 })
    const member = await join(city, 'anna')
    const plain = await join(city, 'boris')
    const contact = await join(alpha, 'carl')
    const other = await join(beta, 'dora')
    await work(PROJECT_ID, member)
    await work('other', plain)
    for (const [vendorId, userId] of [
      [alpha, contact],
      [beta, other],
    ] as const)
      await queries()
        .insertInto('restrictions')
        .values({
          project_id: PROJECT_ID,
          vendor_id: vendorId,
          user_id: userId,
          package_ids: '["p1"]',
        })
        .execute()
    const on = async (actor: ProjectActor, packageId?: string) => {
      const all = [owner, member, plain, contact, other]
      const { found } = await over(actor, async (tx) => {
        const own: number[] = []
        for (const id of all) if (await tx.isOnTeam(id, packageId)) own.push(id)
        return own
      })
      return found
    }
    expect(await on(buildOwner())).toEqual([owner, member])
    expect(await on(buildOwner(), 'p2')).toEqual([owner, member])
    expect(await on(buildVendorContact({ vendorId: alpha }))).toEqual([contact])
    expect(await on(buildVendorContact({ vendorId: alpha }), 'p1')).toEqual([contact])
    expect(await on(buildVendorContact({ vendorId: alpha }), 'p2')).toEqual([])
    expect(await on(buildVendorContact({ vendorId: null }))).toEqual([])
  })

  it('[TK12] read discussions if they take part and may browse them', async () => {
    await store({ state: 'PUBLISHED', publishedOn: 1 })
    const author = await join(city, 'anna')
    const plain = await join(city, 'boris')
    const contact = await join(alpha, 'carl', { is_primary_contact: 1 })
    await work(PROJECT_ID, author)
    await work('other', plain)
    const { found } = await over(buildCollaborator('role-project-req-author'), async (tx) => {
      const own: number[] = []
      for (const id of [owner, author, plain, contact])
        if (await tx.readsDiscussions?.(id)) own.push(id)
      return own
    })
    expect(found).toEqual([owner, author])
  })
})

describe('a stored file is found by its hash', () => {
  const HASH = 'a'.repeat(64)
  const file = async (by: number, at: number | null = NOW, hash = HASH) =>
    queries()
      .insertInto('blob_uploads')
      .values({
        user_id: by,
        sha256: hash,
        organization_id: city,
        counted: 5,
        started_on: NOW,
        completed_on: at,
      })
      .execute()
  const attachment = (projectId: string, vendorId: number | null, hash = HASH) => {
    const id = `${projectId}-${vendorId}-${hash[0]}`
    const body = {
      id,
      projectId,
      packageId: 'p1',
      documentId: null,
      requirementId: null,
      vendorId,
      file: { contentHash: hash, bytes: 5, mime: 'text/plain' },
    }
    return queries()
      .insertInto('attachments')
      .values({
        project_id: projectId,
        id,
        updated_on: NOW,
        body: JSON.stringify(body),
        package_id: 'p1',
        document_id: null,
        requirement_id: null,
        vendor_id: vendorId,
        content_hash: hash,
      })
      .execute()
  }
  const held = async (actor: ProjectActor, hash = HASH) =>
    (await over(actor, (tx) => tx.heldFile(hash))).found
  const vendor = () => buildVendorContact({ userId: 70, vendorId: alpha })
  const used = async () =>
    (await queries().selectFrom('blobs').select('used_on').orderBy('sha256').execute()).map(
      (row) => row.used_on,
    )
  beforeEach(async () => {
    await store({ state: 'PUBLISHED', publishedOn: 1 })
    for (const letter of ['a', 'b'])
      await queries()
        .insertInto('blobs')
        .values({ sha256: letter.repeat(64), bytes: 5, kind: 'pdf', used_on: 1 })
        .execute()
  })

  it('[FI12] by who sent it whole, and stays in use', async () => {
    await file(71)
    await file(70, NOW, 'b'.repeat(64))
    expect(await held(vendor())).toBeNull()
    await file(70, null)
    expect(await held(vendor()), 'half sent').toBeNull()
    expect(await used()).toEqual([1, 1])
    await queries().updateTable('blob_uploads').set({ completed_on: NOW }).execute()
    expect(await held(vendor())).toEqual({ bytes: 5, kind: 'pdf' })
    expect(await used()).toEqual([NOW, 1])
  })

  it('by who may read an attachment of this project with it', async () => {
    await attachment('other', alpha)
    await attachment(PROJECT_ID, beta)
    await attachment(PROJECT_ID, alpha, 'b'.repeat(64))
    expect(await held(vendor())).toBeNull()
    expect(await held(buildOwner()), '[IS1] sealed').toBeNull()
    await attachment(PROJECT_ID, alpha)
    expect(await held(vendor())).toEqual({ bytes: 5, kind: 'pdf' })
    expect(await held(buildOwner())).toBeNull()
    await attachment(PROJECT_ID, null)
    expect(await held(buildOwner())).toEqual({ bytes: 5, kind: 'pdf' })
    expect(await held(vendor(), 'c'.repeat(64))).toBeNull()
  })
})
