import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYNC_PROTOCOL, PAGE_ROWS, PUSH_LIMITS } from '#schema/api/sync.ts'
import { compactLog } from '#server/jobs/compact-log.ts'
import { buildDefinition, buildRequirement } from '../support/project-rows.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { dumpEverything } from './dump.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, START, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  world.clock.now = Math.max(world.clock.now + 1_000, START)
  await world.setProject({ state: 'PUBLISHED' })
})
const device = async (username: Username): Promise<SyncDevice> =>
  new SyncDevice(await world.as(username))
const answer = (note: string, requirementId = 'r1') => ({
  projectId,
  requirementId,
  vendorId: world.companies.alpha,
  values: { note },
})
const noteKey = (requirementId = 'r1') =>
  `commitment/${requirementId}.${world.companies.alpha}#values.note`

describe('push', () => {
  test('[SY2] the same push twice is applied once', async () => {
    const own = await device('alpha-contact')
    await own.pull(projectId)
    const edit = own.edit('commitments.update', answer('once'), {
      [noteKey()]: own.get('commitment', `r1.${world.companies.alpha}`)?.['values'] ?? null,
    })
    await own.push(edit)
    const before = await dumpEverything(world.database)
    await own.push(edit)
    expect(await dumpEverything(world.database)).toBe(before)
    await own.pull(projectId)
    expect(own.results.map(({ status }) => status)).toEqual(['applied'])
    expect(own.lastMid).toBe(1)
  })

  test('[SY3] a gap in the edit numbers is refused with 409 and the last accepted number', async () => {
    const own = await device('alpha-contact')
    own.edit('commitments.update', answer('lost'))
    const second = own.edit('commitments.update', answer('second'))
    const { status, text } = await own.pushRaw([second])
    expect(status).toBe(409)
    expect(JSON.parse(text)).toMatchObject({ lastMid: 0, messageCodes: ['SYNC_GAP'] })
  })

  test('[SY4] a refused edit keeps its verdict, advances the number and blocks no later edit', async () => {
    const own = await device('alpha-contact')
    const foreign = { ...answer('for Beta'), vendorId: world.companies.beta }
    const before = (await own.pull(projectId)).length
    await own.push(
      own.edit('commitments.update', foreign),
      own.edit('commitments.update', answer('after it', 'r2')),
    )
    await own.pull(projectId)
    expect(before).toBeGreaterThan(0)
    expect(own.results.map(({ mid, status, reason }) => [mid, status, reason])).toEqual([
      [1, 'refused', 'NOT_ALLOWED'],
      [2, 'applied', null],
    ])
    const kept = await world.database.queries
      .selectFrom('mutation_result')
      .select(['args', 'status'])
      .where('client_id', '=', own.clientId)
      .orderBy('mid')
      .execute()
    expect(JSON.parse(kept[0]?.args ?? 'null')).toEqual(foreign)
  })

  test('[SY5] verdicts stay until the device confirms them', async () => {
    const own = await device('alpha-contact')
    await own.push(own.edit('commitments.update', { ...answer('x'), requirementId: 'nowhere' }))
    const first = await own.pullRaw([])
    const again = await own.pullRaw([])
    const resultsOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .flatMap((line) => (JSON.parse(line) as { results: unknown[] }).results)
    expect(resultsOf(again.text)).toEqual(resultsOf(first.text))
    expect(resultsOf(first.text)).toHaveLength(1)
    own.ackMid = 1
    expect(resultsOf((await own.pullRaw([])).text)).toEqual([])
  })

  test("[SY6] another person may neither push nor pull under a device's number", async () => {
    const own = await device('alpha-contact')
    await own.push(
      own.edit('commitments.update', answer('mine', 'r2'), { [noteKey('r2')]: 'after it' }),
    )
    const stranger = await world.as('beta-primary')
    const before = await dumpEverything(world.database)
    const pushed = await stranger.raw('POST', '/sync/push', {
      serverId: stranger.serverId,
      clientId: own.clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations: [own.edit('commitments.update', answer('theirs'))],
    })
    const pulled = await stranger.raw('POST', '/sync/pull', {
      serverId: null,
      clientId: own.clientId,
      schemaVersion: SYNC_PROTOCOL,
      projects: {},
      home: null,
      ackMid: 0,
    })
    expect([pushed.status, pulled.status]).toEqual([403, 403])
    expect(await dumpEverything(world.database)).toBe(before)
  })

  test('[SY7] a newer protocol, too many edits and another server are refused with codes of their own', async () => {
    const own = await device('alpha-contact')
    const edit = own.edit('commitments.update', answer('x'))
    const edits = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...edit, mid: index + 1 }))
    const refusal = async (...push: Parameters<typeof own.pushRaw>) => {
      const { status, text } = await own.pushRaw(...push)
      return [status, (JSON.parse(text) as { messageCodes?: string[] }).messageCodes?.[0]]
    }
    expect([
      await refusal([edit], { schemaVersion: 99 }),
      await refusal([edit], { serverId: 'another' }),
      await refusal(edits(PUSH_LIMITS.mutations + 1)),
      await refusal([{ ...edit, args: { text: 'x'.repeat(1_050_000) } }]),
    ]).toEqual([
      [426, 'UPDATE_NEEDED'],
      [409, 'SYNC_GAP'],
      [400, 'INPUT_INVALID'],
      [413, 'TOO_LARGE'],
    ])
    expect(await refusal(edits(PUSH_LIMITS.mutations))).toEqual([200, undefined])
  })

  test('[SY19] counts and times out of range are refused with a code of their own', async () => {
    const own = await device('alpha-contact')
    const edit = own.edit('commitments.update', answer('x'))
    const fieldOf = ({ status, text }: { status: number; text: string }) => {
      const { messageCodes, field } = JSON.parse(text) as { messageCodes: string[]; field?: string }
      return [status, ...messageCodes, field]
    }
    expect([
      fieldOf(await own.pushRaw([{ ...edit, clientAt: 1e300 }])),
      fieldOf(await own.pushRaw([{ ...edit, mid: 1e300 }])),
    ]).toEqual([
      [400, 'INPUT_INVALID', 'mutations.0.clientAt'],
      [400, 'INPUT_INVALID', 'mutations.0.mid'],
    ])
    own.ackMid = 1e300
    expect(fieldOf(await own.pullRaw([]))).toEqual([400, 'INPUT_INVALID', 'ackMid'])
  })

  test('[SY8] an edit that breaks no rule but fails is refused alone', async () => {
    const own = await device('alpha-contact')
    const place = { kind: 'project', id: projectId } as const
    const ask = (id: string) =>
      own.edit('comments.create', { projectId, id, place, type: 'Q', severity: null, text: 'Why?' })
    await own.push(
      ask('before-it'),
      own.edit('commitments.update', { projectId, nonsense: true } as never),
      { ...own.edit('commitments.update', answer('x')), command: 'projects.explode' },
      ask('after-it'),
    )
    await own.pull(projectId)
    expect(own.results.map(({ status, reason }) => [status, reason])).toEqual([
      ['applied', null],
      ['refused', 'INPUT_INVALID'],
      ['refused', 'UPDATE_NEEDED'],
      ['applied', null],
    ])
  })
})

test('[SY18] an edit that the database rejects is refused for good, and the others are applied', async () => {
  await world.setProject({ state: 'PREPARATION' })
  const own = await device('owner')
  await own.pull(projectId)
  const name = String(own.get('project', projectId)?.['name'])
  await own.push(
    own.edit('sections.create', {
      projectId,
      id: 'before-it',
      documentId: 'd1',
      name: 'Before',
      after: null,
    }),
    own.edit(
      'projects.update',
      { projectId, patch: { name: 'with\u0000nothing' } },
      { [`project/${projectId}#name`]: name },
    ),
    own.edit('sections.create', {
      projectId,
      id: 'after-it',
      documentId: 'd1',
      name: 'After',
      after: null,
    }),
  )
  await own.pull(projectId)
  expect(own.results.map(({ status }) => status)).toEqual([
    'applied',
    testDatabaseKind === 'postgres' ? 'refused' : 'applied',
    'applied',
  ])
  expect([own.get('section', 'before-it'), own.get('section', 'after-it')]).toMatchObject([
    { name: 'Before' },
    { name: 'After' },
  ])
})

describe('merge', () => {
  test('[SY9] different fields of one answer merge; the same field is a conflict that names both texts and the other writer', async () => {
    const [one, two] = [await device('alpha-contact'), await device('alpha-primary')]
    const id = `r3.${world.companies.alpha}`
    const vendorId = world.companies.alpha
    const base = {
      [`commitment/${id}#values.note`]: null,
      [`commitment/${id}#values.met`]: null,
      [`commitment/${id}#values.met.release`]: null,
    }
    await one.push(
      one.edit(
        'commitments.update',
        { projectId, requirementId: 'r3', vendorId, values: { note: 'from one' } },
        base,
      ),
    )
    await two.push(
      two.edit(
        'commitments.update',
        {
          projectId,
          requirementId: 'r3',
          vendorId,
          values: { note: 'from two', met: 50, 'met.release': 0 },
        },
        base,
      ),
    )
    await two.pull(projectId)
    expect(two.results).toMatchObject([
      {
        status: 'conflict',
        reason: 'CONFLICT',
        conflicts: [
          {
            entity: 'commitment',
            id,
            field: 'values.note',
            base: null,
            mine: 'from two',
            theirs: 'from one',
            theirsBy: 'alpha-contact Person',
          },
        ],
      },
    ])
    expect(two.get('commitment', id)?.['values']).toEqual({
      note: 'from one',
      met: 50,
      'met.release': 0,
    })
  })

  test('[SY10] an edit that arrives after the deadline is refused, kept with its text, and not applied', async () => {
    const own = await device('alpha-contact')
    await own.pull(projectId)
    await world.setProject({ deadlineAt: world.clock.now })
    await own.push(
      own.edit('commitments.update', answer('too late', 'r2'), { [noteKey('r2')]: 'mine' }),
    )
    await own.pull(projectId)
    await world.setProject({ state: 'PUBLISHED', deadlineAt: Date.parse('2030-02-01T00:00:00Z') })
    expect(own.results).toMatchObject([{ status: 'refused', reason: 'DEADLINE_PASSED' }])
    expect(JSON.stringify(own.get('commitment', `r2.${world.companies.alpha}`))).not.toContain(
      'too late',
    )
    const [kept] = await world.database.queries
      .selectFrom('mutation_result')
      .select('args')
      .where('client_id', '=', own.clientId)
      .execute()
    expect(kept?.args).toContain('too late')
  })
})

describe('pull', () => {
  test('[SY11] only the last page carries verdicts, and a first sync of many pages equals a later one', async () => {
    await world.setProject({ state: 'PREPARATION' })
    const author = await device('author')
    const many = Array.from({ length: 5 }, (_, part) =>
      author.edit('requirements.createBulk', {
        projectId,
        documentId: 'd1',
        sections: [],
        requirements: Array.from({ length: 150 }, (_, index) => ({
          id: `bulk-${part}-${index}`,
          sectionId: 's1',
          name: `Bulk ${part} ${index}`,
          definition: buildDefinition(),
          sourceId: null,
        })),
      }),
    )
    await author.push(...many.slice(0, 1))
    const early = await device('owner')
    await early.pull(projectId)
    await author.push(...many.slice(1))
    const pages = await author.pull(projectId)
    expect(pages.filter(({ project }) => project !== null).length).toBeGreaterThan(1)
    expect(pages.every(({ project }) => (project?.rows.length ?? 0) <= PAGE_ROWS)).toBe(true)
    expect(pages.slice(0, -1).every(({ more, results }) => more && results.length === 0)).toBe(true)
    expect(pages.at(-1)).toMatchObject({ more: false, lastMid: 5 })
    // The list of projects is sent once.
    expect(pages.map(({ home }) => home !== null)).toEqual(pages.map((_page, index) => index === 0))
    await early.pull(projectId)
    const late = await device('owner')
    await late.pull(projectId)
    expect(early.all()).toEqual(late.all())
    expect(late.all().length).toBeGreaterThan(750)
  })

  test('[SY11] a full last page is not followed by an empty one', async () => {
    await world.setProject({ state: 'PREPARATION' })
    const [author, own] = [await device('author'), await device('owner')]
    await own.pull(projectId)
    const create = (name: string, count = PAGE_ROWS / 5) =>
      author.edit('requirements.createBulk', {
        projectId,
        documentId: 'd1',
        sections: [],
        requirements: Array.from({ length: count }, (_, index) => ({
          id: `${name}-${index}`,
          sectionId: 's1',
          name: `${name} ${index}`,
          definition: buildDefinition(),
          sourceId: null,
        })),
      })
    const rowsOf = async (): Promise<number[]> =>
      (await own.pull(projectId)).flatMap(({ project }) => project?.rows.length ?? [])
    await author.push(...['a', 'b', 'c', 'd', 'e'].map((name) => create(name)))
    expect(await rowsOf()).toEqual([PAGE_ROWS])
    await author.push(...['f', 'g', 'h', 'i', 'j'].map((name) => create(name)), create('k', 1))
    expect(await rowsOf()).toEqual([PAGE_ROWS, 1])
  })

  test('[SY12] a second pull without changes carries nothing', async () => {
    const own = await device('owner')
    await own.pull(projectId)
    const pages = await own.pull(projectId)
    expect(pages.flatMap(({ project }) => project?.rows ?? [])).toEqual([])
    expect(pages.every(({ home }) => home === null)).toBe(true)
  })

  test('[SY13] a deleted row, and every row of a deleted package, leave every device that held them', async () => {
    const [own, restricted] = [await device('owner'), await device('alpha-restricted')]
    await restricted.pull(projectId)
    expect(restricted.get('requirement', 'r3')).toBeDefined()
    await world.setProject({ state: 'PREPARATION' })
    await own.pull(projectId)
    const author = await device('author')
    await author.push(
      author.edit('requirements.create', {
        projectId,
        id: 'gone',
        sectionId: 's1',
        after: null,
        name: 'Goes',
        definition: buildDefinition(),
      }),
    )
    await own.pull(projectId)
    expect(own.get('requirement', 'gone')).toBeDefined()
    await author.push(author.edit('requirements.delete', { projectId, ids: ['gone'] }))
    await own.pull(projectId)
    expect(own.get('requirement', 'gone')).toBeUndefined()
    await author.push(author.edit('packages.delete', { projectId, id: 'p2' }))
    const pages = await own.pull(projectId)
    expect(pages.flatMap(({ project }) => project?.drop ?? [])).toEqual(['p2:int'])
    expect(own.all().join('')).not.toMatch(/"p2:|"packageId":"p2"/)
    await world.setProject({ state: 'PUBLISHED' })
    await restricted.pull(projectId)
    expect(restricted.get('project', projectId)).toBeDefined()
    expect(restricted.all().join('')).not.toMatch(/"p2:|"packageId":"p2"/)
  })

  test('[SY14] a person who loses access is told so, and gets whole buckets again with new access', async () => {
    const own = await device('alpha-contact')
    await own.pull(projectId)
    expect(own.all().length).toBeGreaterThan(0)
    await world.setProject({ state: 'PREPARATION' })
    await own.pull(projectId)
    expect(own.denied).toEqual([projectId])
    expect(own.all()).toEqual([])
    await world.setProject({ state: 'PUBLISHED' })
    own.cursors = {}
    await own.pull(projectId)
    expect(own.get('requirement', 'r1')).toBeDefined()
  })

  test('[SY15] a copy older than the removed tombstones is rebuilt, a newer one is not', async () => {
    await world.setProject({ state: 'PREPARATION' })
    const [old, fresh] = [await device('owner'), await device('owner')]
    const author = await device('author')
    await author.push(
      author.edit('requirements.create', {
        projectId,
        id: 'short',
        sectionId: 's1',
        after: null,
        name: 'Short-lived',
        definition: buildDefinition(),
      }),
    )
    await old.pull(projectId)
    await author.push(author.edit('requirements.delete', { projectId, ids: ['short'] }))
    world.clock.now += 2 * 3_600_000
    for (const one of [old, fresh]) one.client = await world.as('owner')
    await fresh.pull(projectId)
    await compactLog(world.database, () => Number.MAX_SAFE_INTEGER / 2_000)
    const reset = (await old.pull(projectId)).flatMap(({ project }) => project?.reset ?? [])
    expect(reset).toContain('p1:int')
    expect(old.get('requirement', 'short')).toBeUndefined()
    expect((await fresh.pull(projectId)).flatMap(({ project }) => project?.reset ?? [])).toEqual([])
    expect((await old.pull(projectId)).flatMap(({ project }) => project?.reset ?? [])).toEqual([])
    expect(old.all()).toEqual(fresh.all())
  })

  test('[SY16] a change during a paged pull is not lost', async () => {
    await world.setProject({ state: 'PREPARATION' })
    const own = await device('owner')
    const author = await device('author')
    const reading = own.pull(projectId)
    for (let index = 0; index < 5; index++)
      await author.push(
        author.edit(
          'requirements.update',
          { projectId, id: 'bulk-0-0', patch: { name: `Name ${index}` } },
          { 'requirement/bulk-0-0#name': index === 0 ? 'Bulk 0 0' : `Name ${index - 1}` },
        ),
      )
    await reading
    await own.pull(projectId)
    expect(own.get('requirement', 'bulk-0-0')?.['name']).toBe('Name 4')
  })

  test('[SY17] every transferred row matches its schema', async () => {
    const v = await import('valibot')
    const { ROW_SCHEMAS } = await import('#schema/entities/rows.ts')
    for (const username of ['owner', 'alpha-contact'] as const) {
      const own = await device(username)
      await own.pull(projectId)
      for (const bucket of own.rows.values())
        for (const { entity, row } of bucket.values())
          expect(v.safeParse(ROW_SCHEMAS[entity], row).issues, entity).toBeUndefined()
    }
    expect(buildRequirement().id).toBe('r1')
  })
})
