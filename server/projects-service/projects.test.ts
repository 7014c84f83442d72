import { afterEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { execute } from '../commands/execute.ts'
import type { SignedInContext } from '../route.ts'
import { projectHandlers as projects } from './projects.ts'

let town: ContentTown
let poked: number[][]
const open = async (project: Partial<Project> = {}) => {
  poked = []
  town = await openContentTown(project, ({ alpha, beta }) => ({
    commitment: [
      buildCommitment({ vendorId: alpha, values: { met: 50, note: 'half' }, submitted: true }),
      buildCommitment({ requirementId: 'r2', vendorId: alpha, values: { met: 20 } }),
      buildCommitment({ vendorId: beta, values: { met: 10 }, submitted: true }),
    ],
  }))
}
const PUBLISHED = { state: 'PUBLISHED', publishedOn: 1 } as const
const EVALUATION = { state: 'EVALUATION', publishedOn: 1 } as const
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const done = { done: true }
const by = async (userId: number): Promise<SignedInContext> => {
  const context = await town.calls.by(userId)
  const hub = { ...context.services.hub, pokeHome: (ids: number[]) => void poked.push(ids) }
  return { ...context, services: { ...context.services, hub } } as unknown as SignedInContext
}
const of = { ...NO_INPUT, params: { id: PROJECT_ID } }
const body = <T>(content: T) => ({ ...NO_INPUT, body: content })
const inProject = <T>(content: T) => ({ ...of, body: content })
const PAGE = { pageNumber: 0, pageSize: 50, filters: {}, sorts: [] }

describe('a project', () => {
  it('is made by its owner, in DRAFT', async () => {
    await open()
    const given = { name: 'New', description: '', tags: ['a'], version: '1', deadline: null }
    const made = await projects.create(body(given), await by(town.olga))
    expect(made).toMatchObject({ ...given, state: 'DRAFT', ownerId: town.olga, favorite: false })
    expect(made.organizationId).toBe(town.city)
    expect(await outcomeOf(projects.create(body(given), await by(town.vera)))).toBe('NOT_ALLOWED')
  })

  it('is read by those who see it, with what they are in it', async () => {
    await open()
    const own = await projects.get(of, await by(town.olga))
    expect(own).toMatchObject({
      ...{ id: PROJECT_ID, avatar: null, weight: null, projectRoles: [], membersCount: 2 },
      ...{ ownerData: { id: town.olga, name: 'olga Person' }, notificationsEnabled: true },
    })
    const sections = own.packages.map(({ id, documents }) => [
      id,
      ...documents.flatMap((one) => one.sections.map((section) => `${one.id}/${section.id}`)),
    ])
    expect(sections.join(' ')).toBe('p1,d1/s1 p2,d2/s2')
    const asAuthor = await projects.get(of, await by(town.anna))
    expect(asAuthor.projectRoles).toEqual(['role-project-req-author'])
    for (const person of [town.vera, town.villager])
      expect(await outcomeOf(projects.get(of, await by(person)))).toBe(
        'ACCESS_TO_PROJECT_IS_DENIED',
      )
  })

  it('whose deadline is over and that stays published opens to its owner and an administrator', async () => {
    const deadlineAt = NOW + 1_000
    await open({ ...PUBLISHED, deadlineAt })
    const admin = await town.person('admin', town.city, 'role-org-admin')
    const get = async (person: number, now: number) => {
      const context = await by(person)
      const services = { ...context.services, clock: () => now, moveDueProjects: async () => {} }
      return await outcomeOf(projects.get(of, { ...context, services } as SignedInContext))
    }
    const everyone = [town.olga, admin, town.anna, town.vera]
    const outcomes = async (now: number) => {
      const found: string[] = []
      for (const person of everyone) found.push(await get(person, now))
      return found
    }
    expect(await outcomes(deadlineAt - 1)).toEqual(['done', 'done', 'done', 'done'])
    const EXPIRED = 'DEADLINE_EXPIRED'
    expect(await outcomes(deadlineAt)).toEqual(['done', 'done', EXPIRED, EXPIRED])
  })

  it('without a deadline, or that is not published, opens to all of its people', async () => {
    await open({ ...PUBLISHED, deadline: null, deadlineAt: null })
    expect(await outcomeOf(projects.get(of, await by(town.anna)))).toBe('done')
    await town.rows.close()
    await open({ ...EVALUATION, deadlineAt: 5 })
    expect(await outcomeOf(projects.get(of, await by(town.anna)))).toBe('done')
  })

  it('is changed by its newest version, with the reason that its change needs', async () => {
    await open(PUBLISHED)
    const update = async (content: object, updatedOn = 0) =>
      await projects.update(body({ id: PROJECT_ID, updatedOn, ...content }), await by(town.olga))
    const later = { date: '2030-02-28', zone: 'UTC' }
    expect(await outcomeOf(update({ deadline: later }))).toMatch(/^DEADLINE_REASON/)
    const reasoned = { deadline: later, deadlineReason: 'More time' }
    expect(await outcomeOf(update(reasoned, 1))).toBe('requirement.stale')
    const changed = await update(reasoned)
    expect(changed).toMatchObject({ deadline: later, name: 'Groupware' })
    expect(changed.deadlineExtensions).toMatchObject([{ reason: 'More time', to: later }])
    const other = { name: 'Other', description: 'Text' }
    const renamed = await update(other, changed.updatedOn)
    expect(renamed).toMatchObject({ ...other, deadline: later })
    const author = projects.update(
      body({ id: PROJECT_ID, updatedOn: renamed.updatedOn, name: 'Mine' }),
      await by(town.anna),
    )
    expect(await outcomeOf(author)).toBe('NOT_ALLOWED')
  })

  it('changes its scoring with a reason once the answers are open', async () => {
    await open(EVALUATION)
    const evaluation = { futureCredit: 0.5, unplannedCredit: 0, knockOutsApplied: false }
    const update = async (more: object) =>
      await projects.update(
        body({ id: PROJECT_ID, updatedOn: 0, evaluation, ...more }),
        await by(town.olga),
      )
    expect(await outcomeOf(update({}))).toMatch(/^REASON_MISSING/)
    const changed = await update({ evaluationReason: 'Fair' })
    expect(changed.evaluation).toEqual(evaluation)
    expect(changed.scoringChanges).toMatchObject([{ reason: 'Fair' }])
  })

  it('is deleted by its owner alone', async () => {
    await open()
    expect(await outcomeOf(projects.delete(of, await by(town.anna)))).toBe('NOT_ALLOWED')
    expect(await projects.delete(of, await by(town.olga))).toEqual(done)
    expect(await town.row('project', PROJECT_ID)).toBeUndefined()
    expect(await outcomeOf(projects.get(of, await by(town.olga)))).toBe(
      'ACCESS_TO_PROJECT_IS_DENIED',
    )
  })
})

describe('the list of projects', () => {
  it('is the caller’s own, and of their own organization', async () => {
    await open()
    const { olga, anna, villager, city, village } = town
    const list = async (person: number, id: number) =>
      (
        await projects.byUser({ ...NO_INPUT, params: { id }, body: PAGE }, await by(person))
      ).items.map((project) => project.id)
    const listed = async (person: number, id: number) => {
      const input = { ...NO_INPUT, params: { id } }
      const found = await projects.byOrganization({ ...input, body: PAGE }, await by(person))
      const names = await projects.listByOrganization(input, await by(person))
      const { count } = await projects.countInOrganization(input, await by(person))
      return [found.items.map((project) => project.id), names, count]
    }
    expect([await list(olga, olga), await list(anna, anna)]).toEqual([[PROJECT_ID], [PROJECT_ID]])
    expect(await list(villager, villager)).toEqual(['zother'])
    expect(await outcomeOf(list(anna, olga))).toBe('NOT_ALLOWED')
    const glance = { id: PROJECT_ID, name: 'Groupware', version: '1', state: 'PREPARATION' }
    expect(await listed(olga, city)).toEqual([[PROJECT_ID], [glance], 1])
    const input = { ...NO_INPUT, params: { id: village } }
    const calls = [
      projects.byOrganization({ ...input, body: PAGE }, await by(olga)),
      projects.listByOrganization(input, await by(olga)),
      projects.countInOrganization(input, await by(olga)),
    ]
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(calls.map(() => 'NOT_ALLOWED'))
  })

  it('is filtered by fields that its projects may lack', async () => {
    await open()
    const input = (field: string) => ({
      ...{ ...NO_INPUT, params: { id: town.olga } },
      body: { ...PAGE, filters: { [field]: 'x' } },
    })
    const { total } = await projects.byUser(input('language'), await by(town.olga))
    expect(total).toBe(0)
    expect(await outcomeOf(projects.byUser(input('nothing'), await by(town.olga)))).toBe(
      'INPUT_INVALID nothing',
    )
  })

  it('has favorites, which are each person’s own', async () => {
    await open()
    const { olga, anna, vera } = town
    const toggle = async (person: number) =>
      (await projects.toggleFavorite(of, await by(person))).favorite
    expect([await toggle(olga), await toggle(anna), await toggle(olga)]).toEqual([
      ...[true, true, false],
    ])
    expect(poked).toEqual([[olga], [anna], [olga]])
    const left = await town.rows.database.queries.selectFrom('favorites').selectAll().execute()
    expect(left).toEqual([{ user_id: anna, project_id: PROJECT_ID }])
    expect(await outcomeOf(toggle(vera))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })
})

describe('the content of a project', () => {
  it('is listed flat, each row with its parent', async () => {
    await open()
    expect(await projects.references(of, await by(town.olga))).toEqual([
      { kind: 'project', id: PROJECT_ID, label: 'Groupware', parentId: null },
      { kind: 'package', id: 'p1', label: 'Core', parentId: PROJECT_ID },
      { kind: 'package', id: 'p2', label: 'Security', parentId: PROJECT_ID },
      { kind: 'document', id: 'd1', label: 'Functions', prefix: 'FUN', parentId: 'p1' },
      { kind: 'document', id: 'd2', label: 'Protection', prefix: 'SEC', parentId: 'p2' },
      { kind: 'section', id: 's1', label: 'General', parentId: 'd1' },
      { kind: 'section', id: 's2', label: 'General', parentId: 'd2' },
      ...[
        ['r1', 'Sends mail', 'FUN-0001', 's1'],
        ['r3', 'Encrypts', 'SEC-0001', 's2'],
        ['r2', 'Keeps a calendar', 'FUN-0002', 's1'],
      ].map(([id, label, fullId, parentId]) => ({
        kind: 'requirement',
        id,
        label,
        fullId,
        parentId,
      })),
    ])
  })

  it('is counted by package and document', async () => {
    await open()
    expect(await projects.requirementCount(of, await by(town.olga))).toEqual({
      total: 3,
      packages: [
        { id: 'p1', count: 2, documents: [{ id: 'd1', count: 2 }] },
        { id: 'p2', count: 1, documents: [{ id: 'd2', count: 1 }] },
      ],
    })
    const packages = await projects.packages(of, await by(town.olga))
    expect(packages.map(({ id }) => id)).toEqual(['p1', 'p2'])
  })

  it('[SY21] comes back after a deletion, with the answers', async () => {
    await open()
    const remove = {
      command: 'packages.delete',
      args: { projectId: PROJECT_ID, id: 'p1' },
    } as const
    await execute(town.calls.services.commands, town.olga, remove)
    expect(await town.row('requirement', 'r1')).toBeUndefined()
    const input = inProject({ entity: 'package' as const, entityId: 'p1' })
    expect(await projects.restore(input, await by(town.olga))).toEqual(done)
    expect(await town.row('requirement', 'r1')).toMatchObject({ name: 'Sends mail' })
    expect(await town.row('commitment', `r1.${town.beta}`)).toMatchObject({ values: { met: 10 } })
    const unknown = inProject({ entity: 'package' as const, entityId: 'p7' })
    expect(await outcomeOf(projects.restore(unknown, await by(town.olga)))).not.toBe('done')
  })

  it('gets one owner for several rows, each by its newest version, all or none', async () => {
    await open()
    const set = async (packages: object[], documents: object[], ownerId: number | null) =>
      await projects.setOwners(
        inProject({ ownerId, packages, documents }) as never,
        await by(town.olga),
      )
    const [p1, d2] = [
      { id: 'p1', updatedOn: 0 },
      { id: 'd2', updatedOn: 0 },
    ]
    expect(await outcomeOf(set([p1], [{ ...d2, updatedOn: 1 }], town.anna))).toBe(
      'requirement.stale',
    )
    expect(await outcomeOf(set([{ ...p1, updatedOn: 1 }], [d2], town.anna))).toBe(
      'requirement.stale',
    )
    const owners = async () => [
      (await town.row('package', 'p1'))?.ownerId,
      (await town.row('package', 'p2'))?.ownerId,
      (await town.row('document', 'd1'))?.ownerId,
      (await town.row('document', 'd2'))?.ownerId,
    ]
    expect(await owners()).toEqual([null, null, null, null])
    expect(await set([p1], [d2], town.anna)).toEqual(done)
    expect(await owners()).toEqual([town.anna, null, null, town.anna])
  })

  it('gets weights that total 100, each by its newest version', async () => {
    await open()
    const packages = [
      { id: 'p1', updatedOn: 0, weight: 60 },
      { id: 'p2', updatedOn: 0, weight: 40 },
    ]
    const documents = ['d1', 'd2'].map((id) => ({ id, updatedOn: 0, weight: 100 }))
    const set = async (given: object) =>
      await projects.setWeights(
        inProject({ packages, documents, ...given }) as never,
        await by(town.olga),
      )
    const stale = packages.map((row) => ({ ...row, updatedOn: 1 }))
    expect(await outcomeOf(set({ packages: stale }))).toBe('requirement.stale')
    const old = documents.map((row) => ({ ...row, updatedOn: Number(row.id === 'd2') }))
    expect(await outcomeOf(set({ documents: old }))).toBe('requirement.stale')
    expect(await outcomeOf(set({ packages: packages.slice(0, 1) }))).toMatch(/^WEIGHT_TOTAL/)
    expect((await town.row('package', 'p1'))?.weight).toBeNull()
    expect(await set({})).toEqual(done)
    const weights = [
      (await town.row('package', 'p1'))?.weight,
      (await town.row('package', 'p2'))?.weight,
      (await town.row('document', 'd1'))?.weight,
      (await town.row('document', 'd2'))?.weight,
    ]
    expect(weights).toEqual([60, 40, 100, 100])
  })

  it('needs a reason for weights in the evaluation', async () => {
    await open(EVALUATION)
    const packages = [
      { id: 'p1', updatedOn: 0, weight: 60 },
      { id: 'p2', updatedOn: 0, weight: 40 },
    ]
    const documents = ['d1', 'd2'].map((id) => ({ id, updatedOn: 0, weight: 100 }))
    const set = async (more: object) =>
      await projects.setWeights(inProject({ packages, documents, ...more }), await by(town.olga))
    expect(await outcomeOf(set({}))).toMatch(/^REASON_MISSING/)
    expect(await set({ reason: 'Agreed' })).toEqual(done)
  })
})

describe('the vendors of a project', () => {
  it('are all for the requestor, and itself alone for a vendor', async () => {
    await open(PUBLISHED)
    const { alpha, beta, olga, vera } = town
    const all = await projects.vendors(of, await by(olga))
    expect(all.map(({ value, label, progress }) => [value, label, progress?.vendorId])).toEqual([
      [alpha, `Vendor ${alpha}`, alpha],
      [beta, `Vendor ${beta}`, beta],
    ])
    expect(await projects.vendors(of, await by(vera))).toEqual([
      { value: alpha, label: 'Alpha', progress: null },
    ])
  })

  const answersOf = async (person: number, vendorId: number) =>
    await projects.vendorCommitments(
      { ...NO_INPUT, params: { id: PROJECT_ID, vendorId } },
      await by(person),
    )
  const tries = async () =>
    (
      await town.rows.database.queries
        .selectFrom('project_log')
        .select('detail')
        .where('kind', '=', 'readRefused')
        .execute()
    ).map(({ detail }) => JSON.parse(detail ?? '') as object)

  it('[PL46] give no sealed answers: a requestor’s try is noted', async () => {
    await open(PUBLISHED)
    const { alpha, beta, olga, vera } = town
    expect(await outcomeOf(answersOf(olga, alpha))).toBe('NOT_ALLOWED')
    const flag = async (person: number, vendorId?: number) =>
      await projects.hasFlag(
        inProject({ flag: 'note', ...(vendorId === undefined ? {} : { vendorId }) }),
        await by(person),
      )
    expect(await outcomeOf(flag(olga, beta))).toBe('NOT_ALLOWED')
    expect(await tries()).toEqual([
      { what: 'answers', vendorId: alpha, count: 1 },
      { what: 'answers', vendorId: beta, count: 1 },
    ])
    expect(await outcomeOf(answersOf(vera, beta))).toBe('NOT_ALLOWED')
    expect(await tries()).toHaveLength(2)
    expect((await answersOf(vera, alpha)).map(({ requirementId }) => requirementId)).toEqual([
      ...['r1', 'r2'],
    ])
    expect(await flag(olga)).toEqual({ hasFlag: false, count: 0 })
  })

  it('give their answers once these are open, with the overrides in force', async () => {
    await open(EVALUATION)
    const { alpha, beta, olga } = town
    const target = { projectId: PROJECT_ID, parameterId: 'met', reason: 'Less' }
    const set = async (vendorId: number, requirementId: string, value: number) => {
      const args = { ...target, vendorId, requirementId, value }
      await execute(town.calls.services.commands, olga, { command: 'overrides.set', args })
    }
    await set(alpha, 'r1', 40)
    await set(beta, 'r1', 5)
    await set(alpha, 'r2', 30)
    await execute(town.calls.services.commands, olga, {
      command: 'overrides.remove',
      args: { ...target, vendorId: alpha, requirementId: 'r2' },
    })
    const answers = await answersOf(olga, alpha)
    expect(answers).toMatchObject([
      {
        ...{ requirementId: 'r1', commitmentId: `r1.${alpha}`, submitted: true, updatedOn: 0 },
        ...{ values: { met: 50, note: 'half' }, overrides: [{ value: 40, vendorId: alpha }] },
      },
      { requirementId: 'r2', submitted: false, values: { met: 20 }, overrides: [] },
    ])
    expect(answers[0]?.overrides).toHaveLength(1)
    expect(await tries()).toEqual([])
  })

  it('have late answers, which the requestor counts', async () => {
    await open(PUBLISHED)
    expect(await projects.lateAnswers(of, await by(town.olga))).toEqual([])
    expect(await outcomeOf(projects.lateAnswers(of, await by(town.vera)))).toBe('NOT_ALLOWED')
  })

  it('have progress in the overview, and what waits', async () => {
    await open(EVALUATION)
    const overview = await projects.overview(of, await by(town.olga))
    expect(JSON.stringify(overview)).toContain(`Vendor ${town.beta}`)
    expect(await projects.waiting(NO_INPUT, await by(town.olga))).toBeInstanceOf(Array)
  })
})
