import { describe, expect, it } from 'vitest'
import type { Project, ScoringChange } from '#schema/entities/project.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import type { RowChange } from '../rows/write-rows.ts'
import { newScoringChanges, publishedWeightEntries, weightEntries } from './weight-entries.ts'

const change = (entity: string, before: object | null, after: object | null): RowChange =>
  ({
    ...{ entity, before, after },
    id: ((after ?? before) as { id: string }).id,
  }) as RowChange
const packageChange = (id: string, from: number | null, to: number | null) =>
  change('package', buildPackage({ id, weight: from }), buildPackage({ id, weight: to }))
const documentChange = (id: string, from: number | null, to: number | null) =>
  change('document', buildDocument({ id, weight: from }), buildDocument({ id, weight: to }))
const noted = (on: number, reason: string, what: ScoringChange['what'] = 'weights') =>
  ({ on, reason, what, by: { id: 1, name: 'Olga' } }) satisfies ScoringChange
const projectWith = (...scoringChanges: ScoringChange[]) => buildProject({ scoringChanges })
const set = (reason: string | null, packages: object[] = [], documents: object[] = []) => ({
  kind: 'weightsSet',
  detail: { reason, afterOpening: reason !== null, packages, documents },
})

describe('changed weights', () => {
  it('are one entry, with packages and documents apart', () => {
    const changes = [
      packageChange('p1', 40, 60),
      documentChange('d1', null, 100),
      packageChange('p2', 60, 40),
    ]
    expect(weightEntries(changes)).toEqual([
      set(
        null,
        [
          { id: 'p1', from: 40, to: 60 },
          { id: 'p2', from: 60, to: 40 },
        ],
        [{ id: 'd1', from: null, to: 100 }],
      ),
    ])
    expect(weightEntries([documentChange('d1', 0, 5)])).toHaveLength(1)
    expect(weightEntries([packageChange('p1', 0, 5)])).toHaveLength(1)
    expect(weightEntries([packageChange('p1', 0, 5), documentChange('d1', 0, 5)])).toHaveLength(1)
  })

  it('are none if no weight changed, or rows came, went or are of another kind', () => {
    const weighted = buildPackage({ weight: 5 })
    expect(
      weightEntries([
        change('package', weighted, { ...weighted, name: 'Renamed' }),
        change('package', null, weighted),
        change('package', weighted, null),
        change('document', null, buildDocument({ weight: 5 })),
        change('section', buildSection(), buildSection({ name: 'Renamed' })),
        change('project', projectWith(), projectWith()),
        change('project', null, projectWith(noted(1, 'Created'))),
        change('project', projectWith(), null),
      ]),
    ).toEqual([])
    expect(weightEntries([])).toEqual([])
  })

  it('carry the reason given after the opening, and each further reason first', () => {
    const before = projectWith(noted(1, 'Former'))
    const after = projectWith(noted(3, 'Third'), noted(2, 'Second'), noted(1, 'Former'))
    const weights = [{ id: 'p1', from: 1, to: 2 }]
    const changes = [packageChange('p1', 1, 2), change('project', before, after)]
    expect(weightEntries(changes)).toEqual([set('Second'), set('Third', weights)])
    expect(weightEntries(changes.slice(1)), 'without rows').toEqual([set('Second'), set('Third')])
    const more = projectWith(noted(4, 'Fourth'), ...(after.scoringChanges ?? []))
    expect(weightEntries([change('project', before, more)])).toEqual([
      ...[set('Second'), set('Third'), set('Fourth')],
    ])
  })

  it('leave out reasons for other changes of the scoring', () => {
    const others = projectWith(noted(2, 'Credits', 'rules'))
    expect(weightEntries([change('project', projectWith(), others)])).toEqual([])
    const both = [packageChange('p1', 1, 2), change('project', projectWith(), others)]
    expect(weightEntries(both)).toEqual([set(null, [{ id: 'p1', from: 1, to: 2 }])])
  })
})

describe('the scoring changes of a commit', () => {
  const [one, two, three] = [noted(1, 'One'), noted(2, 'Two'), noted(3, 'Three')]
  const added = (before: Project, after: Project) =>
    newScoringChanges(before, after).map(({ reason }) => reason)

  it('are those before the newest one known', () => {
    expect(added(projectWith(one), projectWith(three, two, one))).toEqual(['Three', 'Two'])
    expect(added(projectWith(two, one), projectWith(two, one))).toEqual([])
    expect(added(projectWith(), projectWith(two, one))).toEqual(['Two', 'One'])
    expect(added(buildProject(), projectWith(one))).toEqual(['One'])
    expect(added(projectWith(one), buildProject())).toEqual([])
  })

  it('are all if the newest one known has left the list', () => {
    expect(added(projectWith(one), projectWith(three, two))).toEqual(['Three', 'Two'])
  })

  it.each([
    ['time', { on: 9 }],
    ['reason', { reason: 'Another' }],
    ['kind', { what: 'rules' as const }],
  ])('are told from the known one by their %s', (_what, changed) => {
    const similar = { ...one, ...changed }
    expect(newScoringChanges(projectWith(one), projectWith(similar, one))).toEqual([similar])
  })
})

describe('the switch that publishes weights', () => {
  const project = (weightsPublished: boolean | undefined, publishedOn: number | null = null) =>
    buildProject({ publishedOn, ...(weightsPublished === undefined ? {} : { weightsPublished }) })
  const logged = (before: Project, after: Project) =>
    publishedWeightEntries(before, after).map(({ kind, detail }) => [kind, detail])

  it('is logged when it changes', () => {
    expect(logged(project(false), project(true))).toEqual([['weightsPublished', { isOn: true }]])
    expect(logged(project(undefined), project(true))).toHaveLength(1)
    expect(logged(project(true, 1), project(false, 1))).toEqual([
      ['weightsPublished', { isOn: false }],
    ])
    for (const same of [true, false, undefined])
      for (const on of [null, 1]) expect(logged(project(same, on), project(same, on))).toEqual([])
    expect(logged(project(undefined), project(false))).toEqual([])
  })

  it('is logged again if it is on at the first publishing', () => {
    expect(logged(project(true), project(true, 5))).toEqual([['weightsPublished', { isOn: true }]])
    expect(logged(project(false), project(false, 5))).toEqual([])
    expect(logged(project(true, 5), project(true, 6))).toEqual([])
    expect(logged(project(true, 5), project(true, null))).toEqual([])
  })
})
