import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import { type Evaluation, evaluate, nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { anyEvaluation, type EvaluationCase } from '../support/arbitrary-evaluation.ts'
import {
  buildEvaluationRows,
  goldenPlan,
  type ProjectPlan,
  statementId,
} from '../support/evaluation-rows.ts'
import { buildDefinition, buildRequirement } from '../support/project-rows.ts'
import { spentProcessorMs } from '../support/processor-time.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { newest } from './newest.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT, type World } from './world.ts'

const rowsOf = (device: SyncDevice, entity: string): never[] =>
  [...device.rows.values()]
    .flatMap((bucket) => [...bucket.values()])
    .flatMap((row) => (row.entity === entity ? [row.row as never] : []))

/** The board's computation from the rows on this person's device. */
const boardOf = async (client: ApiClient, projectId: string): Promise<Evaluation> => {
  const device = new SyncDevice(client)
  await device.pull(projectId)
  const project = rowsOf(device, 'project')[0] as unknown as Project
  const rows: EvaluationRows = {
    packages: rowsOf(device, 'package'),
    documents: rowsOf(device, 'document'),
    sections: rowsOf(device, 'section'),
    requirements: rowsOf(device, 'requirement'),
    releases: rowsOf(device, 'release'),
    vendors: rowsOf(device, 'projectVendor'),
    commitments: rowsOf(device, 'commitment'),
    overrides: rowsOf(device, 'override'),
  }
  const options = { lens: { kind: 'all' as const }, settings: project.evaluation }
  return evaluate(prepareEvaluation(rows), options)
}

/** Compares every figure of the server with the board's, to the last bit. */
const compare = async (client: ApiClient, projectId: string): Promise<number> => {
  const board = await boardOf(client, projectId)
  const { layout, vendorIndex } = board.prepared
  let compared = 0
  for (const [index, { id }] of layout.documents.entries()) {
    for (const { vendorId, score } of await client.call(API.documents.statistics, {
      params: { id },
    })) {
      const vendor = vendorIndex.get(vendorId) ?? -1
      expect(score, `${id} of ${vendorId}`).toBe(
        nodeScore(board, { level: 'document', index, vendor }).score,
      )
      if (score !== null) compared += 1
    }
  }
  const { vendors } = await client.call(API.projects.overview, { params: { id: projectId } })
  expect(vendors).toHaveLength(vendorIndex.size)
  for (const { vendorId, knockOuts } of vendors) {
    const vendor = vendorIndex.get(vendorId) ?? -1
    expect(knockOuts).toBe(nodeScore(board, { level: 'project', index: 0, vendor }).knockOuts)
  }
  return compared
}

/** Compares the counts of the overview with those of its documents' statistics. */
const compareCounts = async (client: ApiClient, projectId: string): Promise<number> => {
  const { vendors, documents } = await client.call(API.projects.overview, {
    params: { id: projectId },
  })
  const statistics = await Promise.all(
    documents.map(({ id }) => client.call(API.documents.statistics, { params: { id } })),
  )
  for (const { vendorId, submitted, complete } of vendors) {
    const own = statistics.flat().filter((one) => one.vendorId === vendorId)
    const sumOf = (key: 'submitted' | 'complete') => own.reduce((sum, one) => sum + one[key], 0)
    expect([vendorId, submitted, complete]).toEqual([
      vendorId,
      sumOf('submitted'),
      sumOf('complete'),
    ])
  }
  const total = (rows: readonly { submitted: number | null; answered: number | null }[]) => [
    rows.reduce((sum, { submitted }) => sum + (submitted ?? 0), 0),
    rows.reduce((sum, { answered }) => sum + (answered ?? 0), 0),
  ]
  expect(total(vendors)).toEqual(total(documents))
  return total(vendors)[0] ?? 0
}

/** A world whose project is the generated one. City's vendors are 3 and 4. */
const worldOf = async (plan: ProjectPlan, project: Partial<Project> = {}): Promise<World> => {
  const { vendors: _vendors, ...rows } = buildEvaluationRows(plan)
  return await buildWorld({
    project: { state: 'EVALUATION', publishedOn: 0, ...project },
    rows: {
      package: rows.packages,
      document: rows.documents,
      section: rows.sections,
      requirement: rows.requirements,
      release: rows.releases,
      commitment: rows.commitments,
      override: rows.overrides,
    },
  })
}

/** Processor time of a call, and of its longest stretch without yielding. */
const processorTimeOf = async (call: () => Promise<unknown>) => {
  const start = spentProcessorMs()
  let [last, longestMs, isOver] = [start, 0, false]
  const look = (): void => {
    longestMs = Math.max(longestMs, spentProcessorMs() - last)
    last = spentProcessorMs()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await call()
  isOver = true
  return { longestMs, wholeMs: spentProcessorMs() - start }
}

describe('[EV38] statistics and overview show the figures of the board', () => {
  test('for generated projects with overrides, exclusions, conditions and knock-outs', async () => {
    let compared = 0
    const check = async ({ plan, options }: EvaluationCase) => {
      const world = await worldOf(plan, { evaluation: options.settings })
      try {
        for (const person of ['owner', 'approver'] as const) {
          compared += await compare(await world.as(person), PROJECT)
        }
      } finally {
        await world.close()
      }
    }
    const cases = anyEvaluation({ vendors: [3, 4], releases: [4, 0], hasConditions: true }).filter(
      ({ plan }) => plan.packages.length > 0,
    )
    await fc.assert(fc.asyncProperty(cases, check), { numRuns: 12 })
    expect(compared).toBeGreaterThan(10)
  })

  test('before and after an override, an exclusion and applied knock-outs', async () => {
    const { packages, answers, releases } = goldenPlan()
    const vendors = [3, 4]
    const world = await worldOf({
      vendors,
      packages,
      releases: releases ?? [],
      answers: answers?.map((answer) => ({ ...answer, vendor: answer.vendor + 2 })) ?? [],
    })
    try {
      const owner = await world.as('owner')
      const [requirementId, vendorId] = ['FUN-1', vendors[1] ?? 0]
      const knockOuts = async () => {
        const { vendors: rows } = await owner.call(API.projects.overview, {
          params: { id: PROJECT },
        })
        return rows.map((row) => row.knockOuts)
      }
      expect(await compare(owner, PROJECT)).toBe(6)
      expect(await knockOuts()).toEqual([0, 1])
      const by = { requirementId, vendorId, parameterId: statementId(0) }
      await owner.call(API.overrides.set, { body: { ...by, value: 60, reason: 'Checked' } })
      expect(await compare(owner, PROJECT)).toBe(6)
      expect(await knockOuts()).toEqual([0, 0])
      await owner.call(API.overrides.set, {
        body: {
          ...by,
          updatedOn: await newest(
            world,
            'override',
            overrideId(requirementId, vendorId, by.parameterId),
          ),
          value: 40,
          reason: 'Checked again',
        },
      })
      expect(await knockOuts()).toEqual([0, 1])
      await owner.call(API.requirements.exclude, {
        body: {
          id: requirementId,
          updatedOn: await newest(world, 'requirement', requirementId),
          reason: 'Asked twice',
        },
      })
      expect(await compare(owner, PROJECT)).toBe(6)
      expect(await knockOuts()).toEqual([0, 0])
      await world.setProject({
        evaluation: { futureCredit: 0.5, unplannedCredit: 0, knockOutsApplied: true },
      })
      expect(await compare(owner, PROJECT)).toBe(6)
    } finally {
      await world.close()
    }
  })

  test('an override of a field that does not score changes no figure, and no vendor reads it', async () => {
    const definition = buildDefinition()
    const world = await buildWorld({
      project: { state: 'EVALUATION', publishedOn: 0 },
      rows: { requirement: [buildRequirement({ definition })] },
    })
    try {
      const approver = await world.as('approver')
      const vendorId = world.companies.alpha
      const place = { requirementId: 'r1', vendorId, parameterId: 'note' }
      const figures = async () => {
        const { vendors } = await approver.call(API.projects.overview, { params: { id: PROJECT } })
        return JSON.stringify(vendors)
      }
      const before = await figures()
      const set = await approver.call(API.overrides.set, {
        body: { ...place, value: 'Seen in the demonstration', reason: 'The answer was empty' },
      })
      expect(set).toMatchObject({ originalValue: null, value: 'Seen in the demonstration' })
      expect(await figures()).toBe(before)
      await expect(
        approver.call(API.overrides.set, {
          body: { ...place, updatedOn: set.updatedOn, value: 5, reason: 'A number' },
        }),
      ).rejects.toThrow('INPUT_INVALID')
      for (const person of ['alpha-primary', 'beta-primary', 'author'] as const) {
        const caller = await world.as(person)
        const { updatedOn } = set
        const seen = person === 'author' ? { updatedOn } : {}
        await expect(
          caller.call(API.overrides.set, {
            body: { ...place, ...seen, value: 'Mine', reason: 'Mine' },
          }),
          person,
        ).rejects.toThrow(/NOT_ALLOWED|ACCESS_TO_PROJECT_IS_DENIED/)
        if (person === 'author') continue
        const read = await caller.call(API.requirements.get, { params: { id: 'r1' } })
        expect(JSON.stringify(read)).not.toContain('Seen in the demonstration')
      }
    } finally {
      await world.close()
    }
  })

  test('and disclose neither sealed answers nor, to a vendor, a score', async () => {
    const { packages, answers } = goldenPlan()
    const world = await worldOf(
      {
        vendors: [3, 4],
        packages,
        answers: answers?.map((answer) => ({ ...answer, vendor: answer.vendor + 2 })) ?? [],
      },
      { state: 'PUBLISHED', sealed: true },
    )
    try {
      const owner = await world.as('owner')
      expect(await owner.call(API.documents.statistics, { params: { id: 'd1' } })).toEqual([])
      const sealed = await owner.call(API.projects.overview, { params: { id: PROJECT } })
      const unseen = {
        answered: null,
        submitted: null,
        complete: null,
        knockOuts: null,
        lastActivity: null,
      }
      for (const row of sealed.vendors) expect(row).toMatchObject(unseen)
      for (const row of [...sealed.packages, ...sealed.documents]) {
        expect(row).toMatchObject({ answered: null, submitted: null })
      }
      const vendor = await world.as('alpha-primary')
      const own = await vendor.call(API.documents.statistics, { params: { id: 'd1' } })
      expect(own).toMatchObject([{ vendorId: 3, total: 3, saved: 3, score: null }])
      const { vendors } = await vendor.call(API.projects.overview, { params: { id: PROJECT } })
      expect(vendors).toEqual([])
    } finally {
      await world.close()
    }
  })

  test('[EV41] statistics and overview of a large project let other calls have their turn', async () => {
    const requirements = Array.from({ length: 2_000 }, (_, i) => ({ id: `R-${i}` }))
    const world = await worldOf({
      vendors: [3, 4],
      packages: [{ weight: 100, documents: [{ weight: 100, sections: [{ requirements }] }] }],
      answers: requirements.flatMap(({ id }) =>
        [3, 4].map((vendor) => ({ requirement: id, vendor, values: [{ value: 50 }] })),
      ),
    })
    try {
      const owner = await world.as('owner')
      for (const call of [
        () => owner.call(API.documents.statistics, { params: { id: 'd1' } }),
        () => owner.call(API.projects.overview, { params: { id: PROJECT } }),
      ]) {
        const { longestMs, wholeMs } = await processorTimeOf(call)
        // Without yielding there is a single stretch of work. With yielding, the longest takes
        // about a third of the time, more on a busy machine.
        expect(longestMs, `of ${wholeMs} ms`).toBeLessThan(wholeMs * 0.6)
      }
    } finally {
      await world.close()
    }
  })

  test('for the demo', async () => {
    const place = await createTestDatabase()
    const database = await openDatabase(place)
    await loadDemo(database)
    const app = await buildApp({
      database,
      databaseUrl: place.databaseUrl,
      filesDir: join(place.dataDir, 'files'),
      baseUrl: 'https://tenders.example',
      sendMail: async () => undefined,
    })
    try {
      const owner = await signInApi(
        await app.listen({ port: 0, host: '127.0.0.1' }),
        'owner',
        DEMO_PASSWORD,
      )
      const found = await database.queries
        .selectFrom('projects')
        .select('id')
        .where('state', '=', 'EVALUATION')
        .execute()
      expect(found).toHaveLength(1)
      for (const { id } of found) {
        expect(await compare(owner, id)).toBeGreaterThan(5)
        expect(await compareCounts(owner, id)).toBeGreaterThan(100)
      }
    } finally {
      await app.close()
      await database.close()
      await place.remove()
    }
  })
})
