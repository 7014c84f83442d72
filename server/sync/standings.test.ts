import { expect, it } from 'vitest'
import { type Standing, Standings } from './standings.ts'

const standing = (epoch: number): Standing => ({
  buckets: [],
  epoch,
  visibility: 1,
  isColleague: false,
})
const epochsOf = (standings: Standings, projectId: string) =>
  [...standings.of(projectId)].map(([userId, { epoch }]) => [userId, epoch])

it('keeps one standing per project and person', () => {
  const standings = new Standings(10)
  standings.set('p', 1, standing(1))
  standings.set('p', 2, standing(2))
  standings.set('q', 1, standing(3))
  standings.set('p', 1, standing(4))
  expect([epochsOf(standings, 'p'), epochsOf(standings, 'q'), standings.size]).toEqual([
    [
      [1, 4],
      [2, 2],
    ],
    [[1, 3]],
    3,
  ])
})

it('forgets the project that was used longest ago when there are too many, never the newest', () => {
  const standings = new Standings(2)
  standings.set('p', 1, standing(1))
  standings.set('q', 1, standing(2))
  standings.of('p')
  standings.set('r', 1, standing(3))
  expect(['p', 'q', 'r'].map((id) => standings.of(id).size)).toEqual([1, 0, 1])
  for (const userId of [2, 3, 4]) standings.set('r', userId, standing(userId))
  expect([standings.of('p').size, standings.of('r').size, standings.size]).toEqual([0, 4, 4])
})

it('forgets a person in all projects, and counts as before', () => {
  const standings = new Standings(10)
  for (const projectId of ['p', 'q']) standings.set(projectId, 1, standing(1))
  standings.set('q', 2, standing(2))
  standings.forgetPerson(1)
  standings.forgetPerson(1)
  expect([epochsOf(standings, 'p'), epochsOf(standings, 'q'), standings.size]).toEqual([
    [],
    [[2, 2]],
    1,
  ])
  standings.clear()
  expect([standings.size, standings.of('q').size]).toEqual([0, 0])
})
