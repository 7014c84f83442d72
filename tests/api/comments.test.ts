import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { listenLive, type LiveClient } from '../support/live-client.ts'
import { newest } from './newest.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

/** Every word of the test; READS says who may read which. */
const WORDS = [
  'ALPHA-ASKS',
  'ALPHA-PAIN',
  'BETA-ASKS',
  'CITY-TALKS',
  'CITY-DRAFT',
  'CITY-OFFICIAL',
  'CITY-PUBLIC',
] as const
type Word = (typeof WORDS)[number]
const ALPHA: readonly Word[] = ['ALPHA-ASKS', 'ALPHA-PAIN', 'CITY-OFFICIAL', 'CITY-PUBLIC']
/**
 * Who may read which words. The question and its replies are in the first package, the pain point
 * is on the project, and Beta's question is in the second package.
 */
const READS: Partial<Record<Username, readonly Word[]>> = {
  owner: WORDS,
  admin: WORDS,
  author: WORDS,
  reviewer: WORDS,
  approver: WORDS,
  'alpha-primary': ALPHA,
  'alpha-contact': ALPHA,
  'alpha-restricted': ['ALPHA-PAIN'],
  'beta-primary': ['BETA-ASKS', 'CITY-PUBLIC'],
  'alpha-ungranted': [],
  'gamma-primary': [],
  'village-admin': [],
  colleague: [],
}
const READERS = Object.keys(READS) as Username[]
const LISTENERS: Username[] = [
  'owner',
  'reviewer',
  'alpha-primary',
  'alpha-restricted',
  'beta-primary',
  'gamma-primary',
  'village-admin',
]

let world: World
const live = new Map<Username, LiveClient>()
const heard = (username: Username): string => live.get(username)?.heard.join('\n') ?? ''
let question = ''

const requirement = (id: string) => ({ kind: 'requirement' as const, id })
const ask = {
  projectId,
  id: 'asked-by-alpha',
  place: requirement('r1'),
  type: 'Q',
  severity: null,
  text: 'ALPHA-ASKS',
} as const
const draft = { projectId, id: 'the-draft', commentId: '', text: 'CITY-DRAFT' }

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
  question = `asked-by-alpha.${world.companies.alpha}`
  for (const username of LISTENERS)
    live.set(username, await listenLive(world.url, (await world.as(username)).token))
  const [alpha, beta, author, owner] = (await Promise.all(
    (['alpha-contact', 'beta-primary', 'author', 'owner'] as const).map(
      async (name) => new SyncDevice(await world.as(name)),
    ),
  )) as [SyncDevice, SyncDevice, SyncDevice, SyncDevice]
  await alpha.push(
    alpha.edit('comments.create', ask),
    alpha.edit('comments.create', {
      projectId,
      id: 'pain',
      place: { kind: 'project', id: projectId },
      type: 'PP',
      severity: 'CRITICAL',
      text: 'ALPHA-PAIN',
    }),
  )
  await beta.push(
    beta.edit('comments.create', {
      projectId,
      id: 'asked-by-beta',
      place: requirement('r3'),
      type: 'Q',
      severity: null,
      text: 'BETA-ASKS',
    }),
  )
  await author.push(
    author.edit('comments.create', {
      projectId,
      id: 'talk',
      place: requirement('r1'),
      type: 'D',
      severity: null,
      text: 'CITY-TALKS',
    }),
    author.edit('comments.reply', { ...draft, commentId: question }),
    author.edit('comments.reply', {
      ...draft,
      id: 'the-answer',
      commentId: question,
      text: 'CITY-OFFICIAL',
    }),
  )
  await owner.push(
    owner.edit('comments.markOfficial', { projectId, id: question, replyId: 'the-answer' }),
    owner.edit('comments.publish', {
      projectId,
      id: 'the-pair',
      commentId: question,
      question: 'CITY-PUBLIC?',
      answer: 'CITY-PUBLIC!',
    }),
  )
  await owner.pull(projectId)
  expect(owner.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  await vi.waitFor(() => expect(heard('beta-primary')).toContain('CITY-PUBLIC!'))
})
afterAll(async () => {
  for (const client of live.values()) await client.close()
  await world.close()
})

/** All comments that a person can read by calls, a pull and the socket, as one text. */
const everythingFor = async (username: Username): Promise<string> => {
  const client = await world.as(username)
  const lists = await Promise.all(
    (['D', 'Q', 'PP'] as const).map(
      async (type) =>
        (
          await client.raw('POST', `/projects-service/projects/${projectId}/comments`, {
            type,
            pageSize: 200,
          })
        ).text,
    ),
  )
  const paths = ['publications', 'overview', 'references', 'late-answers'].map(
    (part) => `/projects-service/projects/${projectId}/${part}`,
  )
  const texts = await Promise.all(paths.map(async (path) => (await client.raw('GET', path)).text))
  const histories = await Promise.all(
    ['d1', 'd2'].map(
      async (id) =>
        (
          await client.raw('POST', `/projects-service/requirements/by-document/${id}`, {
            pageSize: 200,
          })
        ).text,
    ),
  )
  const { text } = await new SyncDevice(client).pullRaw([projectId])
  return [...lists, ...texts, ...histories, text, heard(username)].join('\n')
}
const wordsIn = (text: string): Word[] => WORDS.filter((word) => text.includes(word))

describe('readers', () => {
  test.each(READERS)(
    '[TK1] %s reads the comments for them, and no word of any other, by call, pull and socket',
    async (username) => {
      expect(wordsIn(await everythingFor(username))).toEqual(
        WORDS.filter((word) => READS[username]?.includes(word)),
      )
    },
  )

  test('[TK1] a person reads the same rows by call and by pull', async () => {
    for (const username of [
      'owner',
      'alpha-primary',
      'alpha-restricted',
      'beta-primary',
    ] as const) {
      const client = await world.as(username)
      const device = new SyncDevice(client)
      await device.pull(projectId)
      const pulled = [...device.rows.values()]
        .flatMap((bucket) => [...bucket.values()])
        .filter(({ entity }) => ['comment', 'reply', 'publication'].includes(entity))
        .map(({ row }) => JSON.stringify(row))
        .sort()
      const threads = (
        await Promise.all(
          (username === 'owner' ? (['D', 'Q', 'PP'] as const) : (['Q', 'PP'] as const)).map(
            (type) => client.call(API.comments.list, { params: { id: projectId }, body: { type } }),
          ),
        )
      ).flatMap(({ items }) => items)
      const listed = [
        ...threads.flatMap(({ comment, replies }) => [comment, ...replies]),
        ...(await client.call(API.comments.publications, { params: { id: projectId } })),
      ]
      expect(pulled.length).toBeGreaterThan(0)
      expect(listed.map((row) => JSON.stringify(row)).sort(), username).toEqual(pulled)
    }
  })

  test('[TK2] a published pair names neither asker nor publisher, and no data of another vendor leads to the question', async () => {
    const text = await everythingFor('beta-primary')
    for (const trace of [
      'asked-by-alpha',
      'the-draft',
      'the-answer',
      '"talk"',
      'alpha-contact Person',
      'owner Person',
      'author Person',
      `q${world.companies.alpha}`,
      `"vendorId":${world.companies.alpha}`,
    ]) {
      expect(text, trace).not.toContain(trace)
    }
    const device = new SyncDevice(await world.as('beta-primary'))
    await device.pull(projectId)
    const {
      revisions: [revision],
      ...pair
    } = device.get('publication', 'the-pair') as { revisions: Record<string, unknown>[] }
    expect(pair).toEqual({
      id: 'the-pair',
      projectId,
      type: 'QA',
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
      updatedOn: 0,
    })
    expect(revision).toEqual({
      revision: 1,
      question: 'CITY-PUBLIC?',
      answer: 'CITY-PUBLIC!',
      isCorrection: false,
      by: 0,
      on: revision?.['on'],
    })
  })

  test('[TK2] the asking vendor learns neither who answered nor that drafts existed', async () => {
    const text = await everythingFor('alpha-primary')
    for (const trace of ['the-draft', 'author Person', 'owner Person'])
      expect(text, trace).not.toContain(trace)
    const device = new SyncDevice(await world.as('alpha-primary'))
    await device.pull(projectId)
    const marks = device.get('comment', question)?.['officialReplies'] as {
      replyId: string
      by: number
      on: number
    }[]
    expect(marks).toMatchObject([{ replyId: 'the-answer', by: 0 }])
    const answer = device.get('reply', 'the-answer')
    expect(answer).toMatchObject({
      authorId: 0,
      authorName: '',
      createdOn: marks[0]?.on,
      officialOn: marks[0]?.on,
    })
  })
})

describe('messages and pulls', () => {
  test("[TK3] vendors receive nothing of drafts and discussions, and nothing of another vendor's questions", async () => {
    const devices = new Map<Username, SyncDevice>()
    for (const username of ['alpha-primary', 'beta-primary'] as const) {
      const device = new SyncDevice(await world.as(username))
      await device.pull(projectId)
      devices.set(username, device)
    }
    const before = new Map(
      [...devices].map(([username, device]) => [
        username,
        [JSON.stringify(device.cursors), live.get(username)?.messages.length],
      ]),
    )
    const author = await world.as('author')
    await author.call(API.comments.reply, {
      params: { id: question },
      body: { text: 'CITY-DRAFT again' },
    })
    await author.call(API.comments.create, {
      params: { id: projectId },
      body: { place: requirement('r1'), type: 'D', text: 'CITY-TALKS again' },
    })
    await vi.waitFor(() => expect(heard('owner')).toContain('CITY-TALKS again'))
    for (const [username, device] of devices) {
      await device.pull(projectId)
      expect(
        [JSON.stringify(device.cursors), live.get(username)?.messages.length],
        username,
      ).toEqual(before.get(username))
    }
    const contact = await world.as('alpha-contact')
    await contact.call(API.comments.reply, {
      params: { id: question },
      body: { text: 'ALPHA-ASKS more' },
    })
    await vi.waitFor(() => expect(heard('alpha-primary')).toContain('ALPHA-ASKS more'))
    const beta = devices.get('beta-primary')
    await beta?.pull(projectId)
    expect([JSON.stringify(beta?.cursors), live.get('beta-primary')?.messages.length]).toEqual(
      before.get('beta-primary'),
    )
  })

  test('[TK4] requestors read questions while answers are sealed, and a draft reaches its vendor once it is official', async () => {
    const alpha = new SyncDevice(await world.as('alpha-primary'))
    await alpha.pull(projectId)
    expect(alpha.get('reply', 'the-draft')).toBeUndefined()
    const comment = await (
      await world.as('owner')
    ).call(API.comments.markOfficial, {
      params: { id: question },
      body: { replyId: 'the-draft', updatedOn: await newest(world, 'comment', question) },
    })
    expect(comment.officialReplies.map(({ replyId, by }) => [replyId, by])).toEqual([
      ['the-answer', world.users.owner],
      ['the-draft', world.users.owner],
    ])
    await alpha.pull(projectId)
    expect(alpha.get('reply', 'the-draft')).toMatchObject({ text: 'CITY-DRAFT', authorName: '' })
    expect(alpha.get('comment', question)?.['officialReplies']).toMatchObject([
      { replyId: 'the-answer' },
      { replyId: 'the-draft' },
    ])
    expect(await everythingFor('beta-primary')).not.toContain('CITY-DRAFT')
  })

  test('[TK4] the history of a document tells requestors of comments while answers are sealed, and vendors of none', async () => {
    const told = async (username: Username) => {
      const { items } = await (
        await world.as(username)
      ).call(API.requirements.byDocument, { params: { docId: 'd1' }, body: { pageSize: 200 } })
      return items
        .filter(({ entity }) => ['comment', 'reply', 'publication'].includes(entity))
        .map(({ entity, id, kind }) => `${kind} ${entity} ${id}`)
    }
    expect(await told('reviewer')).toEqual(
      expect.arrayContaining([
        `created comment ${question}`,
        'created comment talk',
        'created reply the-draft',
        'created publication the-pair',
      ]),
    )
    expect([await told('alpha-primary'), await told('beta-primary')]).toEqual([[], []])
  })

  test('[TK4] a correction reaches every vendor together with the comment that it corrects', async () => {
    await (
      await world.as('owner')
    ).call(API.comments.correct, {
      params: { id: 'the-pair' },
      body: {
        question: 'CITY-PUBLIC?',
        answer: 'CITY-PUBLIC, corrected',
        updatedOn: await newest(world, 'publication', 'the-pair'),
      },
    })
    const [pair] = await (
      await world.as('beta-primary')
    ).call(API.comments.publications, { params: { id: projectId } })
    expect(
      pair?.revisions.map(({ answer, isCorrection, by }) => [answer, isCorrection, by]),
    ).toEqual([
      ['CITY-PUBLIC!', false, 0],
      ['CITY-PUBLIC, corrected', true, 0],
    ])
  })
})

describe('writing', () => {
  test('[TK5] a comment sent twice is stored once; its id is closed to other writers, and another vendor using it creates its own row', async () => {
    const again = new SyncDevice(await world.as('alpha-contact'))
    await again.push(
      again.edit('comments.create', ask),
      again.edit('comments.create', { ...ask, text: 'Else' }),
    )
    const colleague = new SyncDevice(await world.as('alpha-primary'))
    await colleague.push(colleague.edit('comments.create', ask))
    const beta = new SyncDevice(await world.as('beta-primary'))
    await beta.push(
      beta.edit('comments.create', { ...ask, text: 'BETA-ASKS the same' }),
      beta.edit('comments.reply', { projectId, id: 'x', commentId: question, text: 'x' }),
    )
    for (const device of [again, colleague, beta]) await device.pull(projectId)
    const verdicts = (device: SyncDevice) =>
      device.results.map(({ status, reason }) => [status, reason])
    expect([again, colleague, beta].map(verdicts)).toEqual([
      [
        ['applied', null],
        ['refused', 'ENTITY_ALREADY_EXISTS'],
      ],
      [['refused', 'ENTITY_ALREADY_EXISTS']],
      [
        ['applied', null],
        ['refused', 'NOT_FOUND'],
      ],
    ])
    expect(beta.get('comment', `asked-by-alpha.${world.companies.beta}`)).toMatchObject({
      text: 'BETA-ASKS the same',
    })
    expect(again.get('comment', question)).toMatchObject({ text: 'ALPHA-ASKS' })
  })

  test('[TK6] the server sets author and time, whatever the client sends', async () => {
    const contact = await world.as('alpha-contact')
    const forged = await contact.raw(
      'POST',
      `/projects-service/projects/${projectId}/comments/create`,
      { place: requirement('r1'), type: 'Q', text: 'x', authorName: 'Somebody', createdOn: 1 },
    )
    expect(forged.status).toBe(400)
    const comment = await contact.call(API.comments.create, {
      params: { id: projectId },
      body: { place: requirement('r1'), type: 'Q', text: '  Trimmed?  ' },
    })
    expect(comment).toMatchObject({
      text: 'Trimmed?',
      authorId: world.users['alpha-contact'],
      authorName: 'alpha-contact Person',
      createdOn: world.clock.now,
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
    })
  })

  test('[TK7] a question written in time that arrives after the end is refused with its words kept, and accepted when the project is open again', async () => {
    await world.setProject({ state: 'VALIDATION' })
    const late = { ...ask, id: 'late', text: 'ALPHA-ASKS late' }
    const device = new SyncDevice(await world.as('alpha-contact'))
    await device.push(device.edit('comments.create', late))
    await device.pull(projectId)
    expect(device.results).toMatchObject([{ status: 'refused', reason: 'comment.state' }])
    const kept = await world.database.queries
      .selectFrom('mutation_result')
      .select('args')
      .where('client_id', '=', device.clientId)
      .executeTakeFirst()
    expect(kept?.args).toContain('ALPHA-ASKS late')
    await world.setProject({ state: 'PUBLISHED' })
    await device.push(device.edit('comments.create', late))
    await device.pull(projectId)
    expect(device.results.at(-1)).toMatchObject({ status: 'applied' })
    expect(device.get('comment', `late.${world.companies.alpha}`)).toMatchObject({
      text: 'ALPHA-ASKS late',
    })
  })

  test('[TK8] comments disappear with the object that they belong to, on every device too, and come back with it', async () => {
    const devices = new Map<Username, SyncDevice>()
    for (const username of ['owner', 'alpha-primary', 'beta-primary'] as const)
      devices.set(username, new SyncDevice(await world.as(username)))
    const held = async () =>
      Promise.all(
        [...devices.values()].map(async (device) => {
          await device.pull(projectId)
          return [
            device.get('comment', question),
            device.get('reply', 'the-answer'),
            device.get('publication', 'the-pair'),
          ].map((row) => row !== undefined)
        }),
      )
    const whole = [
      [true, true, true],
      [true, true, true],
      [false, false, true],
    ]
    expect(await held()).toEqual(whole)
    await world.setProject({ state: 'PREPARATION' })
    const owner = await world.as('owner')
    await owner.call(API.requirements.delete, { body: { reqIds: ['r1'] } })
    await world.setProject({ state: 'PUBLISHED' })
    expect(await held()).toEqual([
      [false, false, false],
      [false, false, false],
      [false, false, false],
    ])
    expect(wordsIn(devices.get('beta-primary')?.all().join('') ?? '')).toEqual(['BETA-ASKS'])
    expect(
      await (
        await world.as('beta-primary')
      ).call(API.comments.publications, { params: { id: projectId } }),
    ).toEqual([])
    await world.setProject({ state: 'PREPARATION' })
    await owner.call(API.projects.restore, {
      params: { id: projectId },
      body: { entity: 'requirement', entityId: 'r1' },
    })
    await world.setProject({ state: 'PUBLISHED' })
    expect(await held()).toEqual(whole)
    expect(wordsIn(await everythingFor('alpha-restricted'))).toEqual(['ALPHA-PAIN'])
  })

  test('[TK11] the overview counts questions without an official reply and pain points by severity, limited to those the caller reads', async () => {
    const glance = async (username: Username) => {
      const { openQuestions, painPoints } = await (
        await world.as(username)
      ).call(API.projects.overview, { params: { id: projectId } })
      const { items } = await (
        await world.as(username)
      ).call(API.comments.list, {
        params: { id: projectId },
        body: { type: 'Q', filter: 'without official reply', pageSize: 200 },
      })
      expect(openQuestions).toBe(items.length)
      return [openQuestions, painPoints]
    }
    const [all, painPoints] = await glance('owner')
    expect(painPoints).toEqual({ MINOR: 0, MAJOR: 0, CRITICAL: 1 })
    const [own, ownPainPoints] = await glance('alpha-primary')
    const [others, othersPainPoints] = await glance('beta-primary')
    expect([Number(own) + Number(others), ownPainPoints, othersPainPoints]).toEqual([
      all,
      painPoints,
      { MINOR: 0, MAJOR: 0, CRITICAL: 0 },
    ])
    expect(Number(all)).toBeGreaterThan(1)
  })

  test('[TK9] lists are filtered by kind, place and status', async () => {
    const owner = await world.as('owner')
    const ids = async (body: {
      type: 'D' | 'Q' | 'PP'
      filter?: 'all' | 'without official reply' | 'unpublished'
      place?: { kind: 'project' | 'requirement'; id: string }
    }) =>
      (await owner.call(API.comments.list, { params: { id: projectId }, body })).items.map(
        ({ comment }) => comment.id.split('.')[0],
      )
    expect(await ids({ type: 'PP' })).toEqual(['pain'])
    expect(await ids({ type: 'Q', place: requirement('r3') })).toEqual(['asked-by-beta'])
    expect(await ids({ type: 'PP', place: { kind: 'project', id: projectId } })).toEqual(['pain'])
    expect(
      await ids({ type: 'Q', place: requirement('r1'), filter: 'without official reply' }),
    ).toHaveLength(3)
    const unpublished = await owner.call(API.comments.list, {
      params: { id: projectId },
      body: { type: 'Q', filter: 'unpublished', pageSize: 200 },
    })
    const open = unpublished.items.map(({ comment }) => comment.id)
    expect(open).toContain(`asked-by-beta.${world.companies.beta}`)
    expect(open).not.toContain(question)
    const page = await owner.call(API.comments.list, {
      params: { id: projectId },
      body: { type: 'Q', pageSize: 1, pageNumber: 1 },
    })
    expect([page.items.length, page.pageNumber, page.total > 2]).toEqual([1, 1, true])
  })
})
