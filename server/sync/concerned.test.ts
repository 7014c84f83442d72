import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { Concerned } from './concerned.ts'

/** City's project with the vendor Alpha, and Village's with Beta; everyone is connected. */
let town: Town
let [olga, vera, villager, bob] = [0, 0, 0, 0]
let connected: Set<number>
let concerned: Concerned
beforeEach(async () => {
  town = await openTown()
  const { rows, city, village, alpha, beta } = town
  olga = await town.person('olga', city)
  vera = await town.person('vera', alpha)
  villager = await town.person('villager', village)
  bob = await town.person('bob', beta)
  await rows.project('project', city)
  await rows.invited('project', alpha)
  await rows.project('other', village)
  await rows.invited('other', beta)
  connected = new Set([olga, vera, villager, bob])
  concerned = new Concerned({
    queries: rows.database.queries,
    isConnected: (id) => connected.has(id),
  })
})
afterEach(() => town.rows.close())

const by = async (commit: Partial<ProjectCommit> = {}, known: number[] = []) => {
  const { projectId = 'project', isVisibilityChanged = false, visibility = 1 } = commit
  const found = { projectId, isVisibilityChanged, visibility } as ProjectCommit
  return [...(await concerned.by(found, known))].toSorted((a, b) => a - b)
}
/** A person of City who connects unnoticed: only another reading finds them. */
const hide = async (name = 'hidden') => {
  const id = await town.person(name, town.city)
  connected.add(id)
  return id
}
/** People who arrive and leave at once. */
const pass = (times: number) => {
  for (let time = 0; time < times; time += 1) concerned.arrive(100_000 + time)
}

describe('a commit concerns', () => {
  it('the connected people of the project’s organization and its vendors', async () => {
    expect(await by()).toEqual([olga, vera])
    expect(await by({ projectId: 'other' })).toEqual([villager, bob])
    expect(await by({ projectId: 'unknown' })).toEqual([])
    connected.delete(vera)
    expect(await by()).toEqual([olga])
    connected.add(vera)
    expect(await by()).toEqual([olga])
    concerned.arrive(vera)
    expect(await by()).toEqual([olga, vera])
  })

  it('those whose standing is known, who may have lost it', async () => {
    expect(await by({}, [villager, 100_000])).toEqual([olga, vera, villager])
    expect(await by({}, [bob]), 'not read again').toEqual([olga, vera, villager])
  })

  it('not those dismissed from this project', async () => {
    concerned.dismiss('project', vera)
    expect(await by()).toEqual([olga, vera])
    await by({ projectId: 'other' })
    concerned.dismiss('project', vera)
    concerned.dismiss('other', olga)
    concerned.dismiss('other', bob)
    expect([await by(), await by({ projectId: 'other' })]).toEqual([[olga], [villager]])
    concerned.arrive(vera)
    expect(await by()).toEqual([olga, vera])
  })
})

describe('the readers of a project are read again', () => {
  it('when its visibility changed, by this commit or one of another process', async () => {
    await by({ visibility: 2 })
    const first = await hide('first')
    expect(await by({ visibility: 2 })).toEqual([olga, vera])
    expect(await by({ visibility: 1 })).toEqual([olga, vera])
    expect(await by({ visibility: 3 })).toEqual([olga, vera, first])
    const second = await hide('second')
    expect(await by({ visibility: 3 })).toEqual([olga, vera, first])
    expect(await by({ visibility: 3, isVisibilityChanged: true })).toEqual([
      ...[olga, vera, first, second],
    ])
  })

  it('after all was cleared', async () => {
    await by()
    const hidden = await hide()
    concerned.clear()
    expect(await by()).toEqual([olga, vera, hidden])
  })

  it('once 500 others were read after it', async () => {
    await by()
    const hidden = await hide()
    const others = async (from: number, to: number) => {
      for (let at = from; at < to; at += 1) await by({ projectId: `unknown-${at}` })
    }
    await others(0, 499)
    expect(await by()).toEqual([olga, vera])
    await others(499, 500)
    expect(await by()).toEqual([olga, vera, hidden])
  })
})

describe('people who arrive', () => {
  it('are looked at once, in every project that was read before', async () => {
    await by()
    await by({ projectId: 'other' })
    concerned.arrive(bob)
    expect(await by()).toEqual([olga, vera, bob])
    concerned.dismiss('project', bob)
    expect(await by()).toEqual([olga, vera])
    concerned.arrive(villager)
    expect(await by()).toEqual([olga, vera, villager])
    expect(await by({ projectId: 'other' })).toEqual([villager, bob])
  })

  it('are found by the statement if they arrive before it, and looked at while it runs', async () => {
    concerned.arrive(villager)
    const found = by()
    concerned.arrive(bob)
    expect(await found).toEqual([olga, vera, bob])
    const again = by({ isVisibilityChanged: true })
    concerned.clear()
    concerned.arrive(villager)
    expect(await again, 'cleared in between').toEqual([olga, vera, villager])
  })

  it('are looked at singly up to 1,000, beyond which the readers are read again', async () => {
    await by()
    const hidden = await hide()
    concerned.arrive(bob)
    pass(999)
    expect(await by()).toEqual([olga, vera, bob])
    concerned.dismiss('project', bob)
    pass(1)
    expect(await by(), 'all of them were looked at').toEqual([olga, vera])
    pass(500)
    expect(await by()).toEqual([olga, vera])
    pass(1_001)
    expect(await by()).toEqual([olga, vera, hidden])
  })

  it.each([500, 600])(
    'are looked at from where the readers are, here after %i',
    async (arrivals) => {
      pass(arrivals - 1)
      concerned.arrive(villager)
      await by()
      await hide()
      concerned.arrive(bob)
      pass(1_000 - arrivals)
      expect(await by()).toEqual([olga, vera, bob])
      concerned.dismiss('project', bob)
      expect(await by()).toEqual([olga, vera])
    },
  )

  it('who are no longer remembered lead to another reading of older readers', async () => {
    pass(499)
    await by()
    const hidden = await hide()
    pass(502)
    expect(await by()).toEqual([olga, vera, hidden])
  })
})
