import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLAIN_ARRANGEMENT } from '#schema/entities/table-view.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import {
  buildDocument,
  buildRelease,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import {
  documentHandlers as documents,
  packageHandlers as packages,
  placeAfter,
  releaseHandlers as releases,
  sectionHandlers as sections,
} from './structure.ts'

let town: ContentTown
const [FIRST, SECOND, THIRD] = ['V00000', 'V00020', 'V00040'] as const
beforeEach(async () => {
  town = await openContentTown({}, () => ({
    release: [
      buildRelease({ id: 'v1', rank: FIRST }),
      buildRelease({ id: 'v2', number: 1, version: '2.0', rank: SECOND }),
    ],
    document: [
      buildDocument(),
      buildDocument({ id: 'd3', prefix: 'OPS', rank: SECOND }),
      buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC' }),
    ],
    section: [
      buildSection(),
      buildSection({ id: 's3', rank: SECOND }),
      buildSection({ id: 's4', rank: THIRD }),
      buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' }),
    ],
  }))
})
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const owner = () => town.calls.by(town.olga)
const done = { done: true }
const body = <T>(content: T) => ({ ...NO_INPUT, body: content })
const of = <T>(content: T, id = PROJECT_ID) => ({ ...body(content), params: { id } })

describe('a release', () => {
  it('is listed in order, made at the front or after another, and answered as it is stored', async () => {
    const made = await releases.create(
      of({ version: '0.9', date: null, after: null }),
      await owner(),
    )
    expect(made).toMatchObject({ version: '0.9', date: null, number: 2, projectId: PROJECT_ID })
    const named = { id: 'v3', version: '3.0', date: '2030-01-01', after: 'v1' }
    expect(await releases.create(of(named), await owner())).toMatchObject({
      ...{ id: 'v3', version: '3.0', date: '2030-01-01', number: 3 },
    })
    const listed = await releases.list({ ...NO_INPUT, params: { id: PROJECT_ID } }, await owner())
    expect(listed.map(({ id }) => id)).toEqual([made.id, 'v1', 'v3', 'v2'])
  })

  it('changes by its newest version only, and moves and goes alone', async () => {
    const update = async (updatedOn: number) =>
      releases.update(of({ id: 'v1', updatedOn, date: '2030-02-02' }), await owner())
    expect(await outcomeOf(update(1))).toBe('requirement.stale')
    expect(await update(0)).toMatchObject({ id: 'v1', version: '1.0', date: '2030-02-02' })
    const move = async (updatedOn: number) =>
      releases.move(of({ id: 'v1', updatedOn, after: 'v2' }), await owner())
    expect(await outcomeOf(move(0))).toBe('requirement.stale')
    const { updatedOn = 0 } = (await town.row('release', 'v1')) ?? {}
    expect(await move(updatedOn)).toEqual(done)
    expect(await town.order('release')).toEqual(['v2', 'v1'])
    expect(await releases.delete(of({ id: 'v1' }), await owner())).toEqual(done)
    expect(await town.order('release')).toEqual(['v2'])
  })
})

describe('a package', () => {
  it('is made at the front or after another', async () => {
    const made = await packages.create(
      body({ projectId: PROJECT_ID, name: 'Costs', after: null }),
      await owner(),
    )
    expect(made).toMatchObject({ name: 'Costs', weight: null, ownerId: null })
    const last = { id: 'p9', projectId: PROJECT_ID, name: 'Last', after: 'p2' }
    expect(await packages.create(body(last), await owner())).toMatchObject({ id: 'p9' })
    expect(await town.order('package')).toEqual([made.id, 'p1', 'p2', 'p9'])
  })

  it('gets a name and an owner together, by its newest version', async () => {
    const { anna } = town
    const update = async (updatedOn: number, ownerData?: { id: number } | null, name?: string) =>
      packages.update(
        body({
          ...{ id: 'p1', updatedOn },
          ...(name === undefined ? {} : { name }),
          ...(ownerData === undefined ? {} : { ownerData }),
        }),
        await owner(),
      )
    expect(await outcomeOf(update(1, { id: anna }, 'Base'))).toBe('requirement.stale')
    expect(await town.row('package', 'p1')).toMatchObject({ name: 'Core', ownerId: null })
    const both = await update(0, { id: anna }, 'Base')
    expect(both).toMatchObject({ id: 'p1', name: 'Base', ownerId: anna })
    const renamed = await update(both.updatedOn, undefined, 'Ground')
    expect(renamed).toMatchObject({ name: 'Ground', ownerId: anna })
    const freed = await update(renamed.updatedOn, null)
    expect(freed).toMatchObject({ name: 'Ground', ownerId: null })
    // An owner who stays needs no right to name owners.
    const asAuthor = await packages.update(
      body({ id: 'p1', updatedOn: freed.updatedOn, ownerData: null }),
      await town.calls.by(town.anna),
    )
    expect(asAuthor).toEqual(freed)
    expect(await town.row('package', 'p2')).toMatchObject({ name: 'Security', ownerId: null })
  })

  it('moves by its newest version, and is deleted with what it holds', async () => {
    const move = async (updatedOn: number) =>
      packages.move(body({ id: 'p1', updatedOn, after: 'p2' }), await owner())
    expect(await outcomeOf(move(3))).toBe('requirement.stale')
    expect(await town.order('package')).toEqual(['p1', 'p2'])
    expect(await move(0)).toEqual(done)
    expect(await town.order('package')).toEqual(['p2', 'p1'])
    expect(await packages.delete(body({ id: 'p1' }), await owner())).toEqual(done)
    const left = await Promise.all(
      (['package', 'document', 'section', 'requirement'] as const).map((kind) => town.order(kind)),
    )
    expect(left).toEqual([['p2'], ['d2'], ['s2'], ['r3']])
  })
})

describe('a document', () => {
  it('is read with its sections, and made in a package', async () => {
    const details = await documents.get({ ...NO_INPUT, params: { id: 'd1' } }, await owner())
    expect(details.sections.map(({ id, index }) => [id, index])).toEqual([
      ...[
        ['s1', 0],
        ['s3', 1],
      ],
      ['s4', 2],
    ])
    const input = { packageId: 'p1', name: 'Data', prefix: 'DAT', after: 'd1' }
    const made = await documents.create(body(input), await owner())
    expect(made).toMatchObject({ name: 'Data', prefix: 'DAT', packageId: 'p1' })
    const isIn = (row: object) => 'packageId' in row && row.packageId === 'p1'
    expect(await town.order('document', isIn)).toEqual(['d1', made.id, 'd3'])
    const named = { ...input, id: 'd9', prefix: 'NIN', after: null }
    expect(await documents.create(body(named), await owner())).toMatchObject({ id: 'd9' })
    expect(await outcomeOf(documents.create(body({ ...named, id: 'd8' }), await owner()))).toBe(
      'DOCUMENT_PREFIX_ALREADY_USED prefix',
    )
  })

  it('changes its fields, its owner, or both, by its newest version', async () => {
    const { anna } = town
    const update = async (content: object, updatedOn: number) =>
      documents.update(body({ id: 'd1', updatedOn, ...content }), await owner())
    expect(await outcomeOf(update({ name: 'Tasks' }, 9))).toBe('requirement.stale')
    const owned = await update({ ownerData: { id: anna } }, 0)
    expect(owned).toMatchObject({ name: 'Functions', prefix: 'FUN', ownerId: anna })
    const both = await update({ name: 'Tasks', ownerData: null }, owned.updatedOn)
    expect(both).toMatchObject({ name: 'Tasks', prefix: 'FUN', ownerId: null })
    // Its requirements are numbered with the prefix.
    expect(await outcomeOf(update({ prefix: 'TSK' }, both.updatedOn))).toBe(
      'INPUT_INVALID patch.prefix',
    )
    expect(await town.row('document', 'd3')).toMatchObject({ prefix: 'OPS', ownerId: null })
  })

  it('has members, who come and go by its newest version', async () => {
    const { anna } = town
    const add = async (updatedOn: number) =>
      documents.addMember(of({ id: anna, updatedOn }, 'd1'), await owner())
    const remove = async (updatedOn: number) =>
      documents.removeMember(of({ id: anna, updatedOn }, 'd1'), await owner())
    expect(await outcomeOf(add(1))).toBe('requirement.stale')
    const joined = await add(0)
    expect(joined).toMatchObject({ id: 'd1', members: [anna] })
    expect(await outcomeOf(remove(0))).toBe('requirement.stale')
    expect((await remove(joined.updatedOn)).members ?? []).toEqual([])
  })

  it('moves inside its package, and is deleted with what it holds', async () => {
    const move = async (updatedOn: number) =>
      documents.move(body({ id: 'd1', updatedOn, after: 'd3' }), await owner())
    expect(await outcomeOf(move(1))).toBe('requirement.stale')
    expect(await move(0)).toEqual(done)
    const isIn = (row: object) => 'packageId' in row && row.packageId === 'p1'
    expect(await town.order('document', isIn)).toEqual(['d3', 'd1'])
    expect(await documents.delete(body({ id: 'd1' }), await owner())).toEqual(done)
    expect([await town.order('document', isIn), await town.order('requirement')]).toEqual([
      ['d3'],
      ['r3'],
    ])
  })

  it.each([
    ['EVALUATION', [2, 2], []],
    ['PUBLISHED', [], [{ what: 'counts', vendorId: null, count: 1 }]],
  ] as const)(
    '[PL46] of a sealed project in %s counts answers, or notes the try',
    async (state, totals, tries) => {
      await town.rows.close()
      town = await openContentTown({ state, publishedOn: 1, deadline: null, deadlineAt: null })
      const input = { ...NO_INPUT, params: { id: 'd1' } }
      const counts = await documents.statistics(input, await owner())
      expect(counts.map(({ total }) => total)).toEqual(totals)
      const log = await town.rows.database.queries
        .selectFrom('project_log')
        .selectAll()
        .where('kind', '=', 'readRefused')
        .execute()
      expect(log.map(({ detail }) => JSON.parse(detail ?? '') as object)).toEqual(tries)
    },
  )

  it('has views, which are saved and deleted by their place', async () => {
    const content = { arrangement: PLAIN_ARRANGEMENT, search: '' }
    const at = { id: 'd1', viewId: 'view' }
    const views = async (id: string) =>
      (await documents.views({ ...NO_INPUT, params: { id } }, await owner())).map(
        ({ name }) => name,
      )
    const input = { ...NO_INPUT, params: at, body: { name: 'Open', isShared: false, content } }
    expect(await documents.saveView(input, await owner())).toEqual(done)
    expect([await views('d1'), await views('d3')]).toEqual([['Open'], []])
    expect(await documents.deleteView({ ...NO_INPUT, params: at }, await owner())).toEqual(done)
    expect(await views('d1')).toEqual([])
  })
})

describe('a section', () => {
  const create = async (content: object) =>
    sections.create(body({ documentId: 'd1', name: 'New', ...content }), await owner())
  const isIn = (row: object) => 'documentId' in row && row.documentId === 'd1'

  it('is made at an index, after another, or at the end', async () => {
    const last = await create({})
    expect(last).toMatchObject({ name: 'New', documentId: 'd1', packageId: 'p1' })
    await create({ id: 'at0', index: 0 })
    await create({ id: 'at2', index: 2 })
    await create({ id: 'behind', after: 's3' })
    await create({ id: 'front', after: null })
    const order = ['front', 'at0', 's1', 'at2', 's3', 'behind', 's4', last.id]
    expect(await town.order('section', isIn)).toEqual(order)
    expect(await outcomeOf(create({ index: 9 }))).toBe('INPUT_INVALID index')
    await create({ id: 'at8', index: 8 })
    expect(await town.order('section', isIn)).toEqual([...order, 'at8'])
  })

  it('is renamed and moved by its newest version, and deleted with its requirements', async () => {
    const rename = async (updatedOn: number) =>
      sections.update(body({ id: 's1', updatedOn, name: 'Renamed' }), await owner())
    expect(await outcomeOf(rename(1))).toBe('requirement.stale')
    const { updatedOn } = await rename(0)
    expect(await town.row('section', 's1')).toMatchObject({ name: 'Renamed', updatedOn })
    const move = async (seen: number) =>
      sections.move(body({ id: 's1', updatedOn: seen, after: 's3' }), await owner())
    expect(await outcomeOf(move(0))).toBe('requirement.stale')
    expect(await move(updatedOn)).toEqual(done)
    expect(await town.order('section', isIn)).toEqual(['s3', 's1', 's4'])
    expect(await sections.delete(body({ id: 's1' }), await owner())).toEqual(done)
    expect(await town.order('section', isIn)).toEqual(['s3', 's4'])
    expect(await town.order('requirement')).toEqual(['r3'])
  })
})

describe('content', () => {
  it('of a project that a person may not see is not found, and no vendor changes it', async () => {
    const { villager, vera } = town
    const calls = async (by: number) => {
      const context = () => town.calls.by(by)
      const moved = { updatedOn: 0, after: null }
      return await Promise.all(
        [
          packages.update(body({ id: 'p1', updatedOn: 0, name: 'Mine' }), await context()),
          documents.move(body({ id: 'd1', ...moved }), await context()),
          sections.delete(body({ id: 's1' }), await context()),
          releases.move(of({ id: 'v1', ...moved }), await context()),
          documents.statistics({ ...NO_INPUT, params: { id: 'd1' } }, await context()),
        ].map(outcomeOf),
      )
    }
    expect(await calls(vera)).toEqual([
      ...['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND'],
    ])
    const renamed = body({ id: 's1', updatedOn: 0, name: 'Mine' })
    await sections.update(renamed, await town.calls.by(villager))
    expect((await town.elsewhere()).join()).toContain('body.name=Mine')
    expect(await town.row('section', 's1')).toMatchObject({ name: 'General', updatedOn: 0 })
  })
})

describe('the place of a new row', () => {
  it('is behind the row before its index', () => {
    const siblings = ['a', 'b']
    const places = [0, 1, 2].map((index) => placeAfter(siblings, index, undefined))
    expect(places).toEqual([null, 'a', 'b'])
    expect(() => placeAfter(siblings, 3, undefined)).toThrow('INPUT_INVALID')
    expect([
      placeAfter(siblings, undefined, undefined),
      placeAfter([], undefined, undefined),
    ]).toEqual(['b', null])
    expect([placeAfter(siblings, 3, 'a'), placeAfter(siblings, 2, null)]).toEqual(['a', null])
  })
})
