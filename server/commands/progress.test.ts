import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildProject,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { closeUnit, type ProjectCommit, type ProjectUnit, tryOpenUnit } from './project-unit.ts'

let rows: EmptyDatabase
let now: number
const started = async (project: Partial<Project> = {}): Promise<void> => {
  await storeRows(
    rows,
    buildRows({
      project: [buildProject({ state: 'PUBLISHED', publishedOn: 1, ...project })],
      requirement: [
        buildRequirement(),
        buildRequirement({ id: 'r2' }),
        buildRequirement({ id: 'heading', definition: buildDefinition({ answer: [] }) }),
      ],
    }),
  )
}
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  await storeRows(rows, inProject(buildRows(), 'other'))
})
afterEach(() => rows.close())

const commit = async (work: (unit: ProjectUnit) => void): Promise<ProjectCommit> =>
  await rows.database.write(async (tx) => {
    const { dialect } = rows.database
    const unit = await tryOpenUnit(tx, { dialect, clock: () => now }, PROJECT_ID)
    if (unit === null) throw new Error('no such project')
    work(unit)
    unit.rows.accept()
    return await closeUnit(tx, unit, { id: 3, name: 'Vera' })
  })
type Answer = Parameters<typeof buildCommitment>[0]
const answer = (...answers: Answer[]) =>
  commit((unit) => {
    for (const one of answers)
      unit.rows.put('commitment', buildCommitment({ values: { met: 5 }, ...one }), now)
  })
const vendor = (vendorId: number, projectId = PROJECT_ID) =>
  storedRow(rows, 'projectVendor', { projectId, id: `${projectId}.${vendorId}` })
/** started, allSubmitted, answered, submitted, as requestors read them. */
const shown = async (vendorId = 7, projectId = PROJECT_ID) => {
  const row = await vendor(vendorId, projectId)
  return [row?.started, row?.allSubmitted, row?.answered, row?.submitted]
}
const counted = async () =>
  (
    await rows.database.queries
      .selectFrom('project_vendors')
      .select(['id', 'answered', 'submitted'])
      .orderBy('id')
      .execute()
  ).map(({ id, answered, submitted }) => [id, answered, submitted])
const toldOfVendors = ({ rows: told }: ProjectCommit) =>
  told.filter(({ entity }) => entity === 'projectVendor').map(({ id }) => id)

describe('[IS2] [IS3] while answers are sealed', () => {
  beforeEach(() => started())

  it('requestors learn that a vendor started and submitted everything, and nothing between', async () => {
    expect(toldOfVendors(await answer({}))).toEqual(['project.7'])
    expect(await shown()).toEqual([true, false, null, null])
    now += 1
    const quiet: Answer[] = [
      { values: { met: 7 } },
      { requirementId: 'r2' },
      { requirementId: 'r2', submitted: true },
      { values: {} },
    ]
    for (const one of quiet)
      expect(toldOfVendors(await answer(one)), JSON.stringify(one)).toEqual([])
    expect((await vendor(7))?.updatedOn).toBe(NOW)
    expect(toldOfVendors(await answer({ submitted: true }))).toEqual(['project.7'])
    expect(await shown()).toEqual([true, true, null, null])
    expect(toldOfVendors(await answer({ submitted: false }))).toEqual(['project.7'])
    expect(await shown()).toEqual([true, false, null, null])
  })

  it('the work of one vendor changes nothing of another, here or in another project', async () => {
    await answer({ submitted: true }, { requirementId: 'r2', submitted: true })
    expect(await shown(8)).toEqual([false, false, null, null])
    expect(await shown(7, 'other')).toEqual([false, false, null, null])
    expect(await counted()).toEqual([
      ['other.7', 0, 0],
      ['other.8', 0, 0],
      ['project.7', 2, 2],
      ['project.8', 0, 0],
    ])
    await answer({ vendorId: 8 })
    expect([await shown(), await shown(8)]).toEqual([
      [true, true, null, null],
      [true, false, null, null],
    ])
  })

  it('a vendor that cleared its answers has started all the same', async () => {
    await answer({})
    await answer({ values: { met: null } })
    expect(await shown()).toEqual([true, false, null, null])
    expect(await counted()).toContainEqual(['project.7', 0, 0])
  })

  it('an answer deleted with its requirement no longer counts', async () => {
    await answer({ submitted: true }, { requirementId: 'r2' })
    await commit(({ rows: own }) => {
      own.delete('commitment', buildCommitment({ requirementId: 'r2' }).id)
      own.delete('requirement', 'r2')
    })
    expect(await counted()).toContainEqual(['project.7', 1, 1])
    expect(await shown()).toEqual([true, true, null, null])
  })

  it('a new requirement is missing from what was submitted, one that asks nothing is not', async () => {
    await answer({ submitted: true }, { requirementId: 'r2', submitted: true })
    await commit(({ rows: own }) => {
      const asksNothing = buildDefinition({ answer: [] })
      own.put('requirement', buildRequirement({ id: 'r8', definition: asksNothing }), now)
    })
    expect(await shown()).toEqual([true, true, null, null])
    await commit(({ rows: own }) => own.put('requirement', buildRequirement({ id: 'r9' }), now))
    expect(await shown()).toEqual([true, false, null, null])
  })
})

it('a project without answers to submit is not submitted', async () => {
  await started()
  await commit(({ rows: own }) => {
    for (const id of ['r1', 'r2']) own.delete('requirement', id)
  })
  expect(await shown()).toEqual([false, false, null, null])
})

it('[IS9] requestors read the numbers once the answers are open, and no more after they close', async () => {
  await started()
  await answer({ submitted: true }, { requirementId: 'r2' })
  const move = (state: Project['state']) =>
    commit(({ rows: own }) =>
      own.put('project', buildProject({ state, publishedOn: 1, updatedOn: 0 }), now),
    )
  expect(toldOfVendors(await move('VALIDATION'))).toEqual(['project.7', 'project.8'])
  expect([await shown(), await shown(8)]).toEqual([
    [true, false, 2, 1],
    [false, false, 0, 0],
  ])
  await move('PUBLISHED')
  expect([await shown(), await shown(8)]).toEqual([
    [true, false, null, null],
    [false, false, null, null],
  ])
})

it('without a seal requestors read the numbers at once', async () => {
  await started({ sealed: false })
  await answer({ submitted: true }, { requirementId: 'r2' })
  expect(await shown()).toEqual([true, false, 2, 1])
  await answer({ requirementId: 'r2', submitted: true })
  expect(await shown()).toEqual([true, true, 2, 2])
})
