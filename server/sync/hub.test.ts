import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { storeRows } from '../../tests/support/stored-project.ts'
import { closeUnit, openUnit, type ProjectUnit } from '../commands/project-unit.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { listenTo } from '../measures.ts'
import { LiveHub } from './hub.ts'

let rows: EmptyDatabase
let hub: LiveHub
let errors: unknown[]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  errors = []
  hub = new LiveHub(rows.database, 'server', (error) => errors.push(error))
})
afterEach(() => rows.close())

/** Opens a socket; what it gets is in `got`. */
const connect = (userId: number, sessionId = `session-${userId}`) => {
  const got: string[] = []
  const leave = hub.subscribe({
    ...{ userId, sessionId },
    send: (text) => void got.push(JSON.parse(text).project === null ? 'pull' : text),
    sendItem: (text) => void got.push(text),
    end: () => void got.push('end'),
  })
  return { got, leave }
}

describe('connections', () => {
  it('are counted by session and by person, until they leave', () => {
    const first = connect(1, 'a')
    connect(1, 'a')
    connect(1, 'b')
    connect(2, 'c')
    const counted = () => hub.countOf({ sessionId: 'a', userId: 1 } as never)
    expect([counted(), hub.connected()]).toEqual([{ ofSession: 2, ofPerson: 3 }, [1, 2]])
    first.leave()
    expect(counted()).toEqual({ ofSession: 1, ofPerson: 2 })
    expect(hub.countOf({ sessionId: 'a', userId: 2 } as never)).toEqual({
      ofSession: 0,
      ofPerson: 1,
    })
  })

  it('of a session that was signed out end, and no other', () => {
    const [own, same, other] = [connect(1, 'a'), connect(1, 'b'), connect(2, 'c')]
    hub.endSession('a')
    expect([own.got, same.got, other.got]).toEqual([['end'], [], []])
  })

  it('of a person who was blocked end, and no other', () => {
    const [own, same, other] = [connect(1, 'a'), connect(1, 'b'), connect(2, 'c')]
    hub.endPerson(1)
    expect([own.got, same.got, other.got]).toEqual([['end'], ['end'], []])
  })

  it('of sessions that are open no more end at the next look', async () => {
    const { got } = connect(1)
    await hub.guardSessions(0)
    expect(got).toEqual(['end'])
  })
})

describe('what concerns one person', () => {
  it('reaches all devices of that person, and no one else', () => {
    const [first, second, other] = [connect(1, 'a'), connect(1, 'b'), connect(2)]
    hub.pokeHome([1, 3])
    hub.sendItems(new Map([[1, 'Reply']]))
    hub.forgetPerson(1)
    expect(first.got).toEqual(['pull', 'Reply', 'pull'])
    expect([second.got, other.got]).toEqual([first.got, []])
  })
})

describe('a change of a project', () => {
  let [owner, vera, boris, stranger] = [0, 0, 0, 0]
  let [city, village, alpha, beta] = [0, 0, 0, 0]
  const contact = { is_primary_contact: 1, roles: '["role-vendor-primary-contact"]' } as const
  const projectOf = (changes: Partial<Project> = {}) =>
    buildProject({
      organizationId: city,
      ownerId: owner,
      state: 'PUBLISHED',
      publishedOn: 1,
      ...changes,
    })
  beforeEach(async () => {
    city = await rows.organization('City')
    village = await rows.organization('Village')
    alpha = await rows.organization('Alpha', { parent_id: city })
    beta = await rows.organization('Beta', { parent_id: city })
    const join = async (name: string, organizationId: number, row = {}) => {
      const id = await rows.person(name, { active_organization_id: organizationId })
      await rows.member(organizationId, id, row)
      return id
    }
    owner = await join('olga', city)
    stranger = await join('stefan', village)
    vera = await join('vera', alpha, contact)
    boris = await join('boris', beta, contact)
    await storeRows(
      rows,
      buildRows({
        project: [projectOf()],
        projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
      }),
    )
  })
  const change = async (work: (unit: ProjectUnit) => void) => {
    const commit = await rows.database.write(async (tx) => {
      const ports = { dialect: rows.database.dialect, clock: () => NOW }
      const unit = await openUnit(tx, ports, PROJECT_ID)
      work(unit)
      unit.rows.accept()
      return await closeUnit(tx, unit, { id: owner, name: 'Olga' })
    })
    if (commit === null) throw new Error('Nothing was written')
    hub.publish(commit)
    await hub.settled()
    return commit
  }
  /** Opens a socket with a session that lasts. */
  const openSession = async (userId: number) => {
    const { sessionId } = await createSession(rows.database, { userId, publicKey: null }, NOW)
    return connect(userId, sessionId)
  }
  /** Another process makes the organization the person's active one. */
  const moveElsewhere = async (userId: number, organizationId: number) => {
    await rows.member(organizationId, userId, contact)
    const moved = { active_organization_id: organizationId, access_version: 1 }
    const { queries } = rows.database
    await queries.updateTable('users').set(moved).where('id', '=', userId).execute()
  }
  const messages = ({ got }: { got: string[] }) =>
    got.map((text) => JSON.parse(text) as { prev: number; seq: number })
  const answerOf = (vendorId: number, note: string) => (unit: ProjectUnit) =>
    unit.rows.put('commitment', buildCommitment({ vendorId, values: { note } }), NOW)
  const named = (name: string) => (unit: ProjectUnit) =>
    unit.rows.put('package', buildPackage({ name }), NOW)

  it('of one vendor’s answer reaches that vendor, and no other vendor learns that it was made', async () => {
    const all = [vera, boris, stranger].map((id) => connect(id))
    const [own, other, outside] = all
    const { firstSeq } = await change(answerOf(alpha, 'Secret'))
    expect(own?.got.map((text) => JSON.parse(text))).toMatchObject([
      {
        project: PROJECT_ID,
        seq: firstSeq,
        rows: [{ entity: 'commitment', row: { values: { note: 'Secret' } } }],
      },
    ])
    expect([other?.got, outside?.got, errors]).toEqual([[], [], []])
  })

  it('that all may see reaches all, with the position of the last that each has seen', async () => {
    const [own, other, outside] = [connect(vera), connect(boris), connect(stranger)]
    await change(answerOf(alpha, 'Secret'))
    const [answer] = messages(own)
    await change(named('Platform'))
    const [ofOwn, ofOther] = [messages(own).at(-1), messages(other).at(-1)]
    expect(ofOwn?.seq).toBe(ofOther?.seq)
    expect(ofOwn?.prev).toBe(answer?.seq)
    expect(ofOther?.prev, 'of the answer the other vendor learns nothing').toBe(answer?.prev)
    expect([other.got.length, outside.got]).toEqual([1, []])
  })

  it('is measured by the seconds from its commit until it was told', async () => {
    connect(boris)
    const commit = await change(named('Platform'))
    const seconds: number[] = []
    const stop = listenTo('fanoutLag', (lag) => void seconds.push(lag))
    hub.publish(commit, Date.now() - 5_000)
    await hub.settled()
    stop()
    expect(seconds).toHaveLength(1)
    expect(seconds[0]).toBeGreaterThanOrEqual(5)
    // A busy machine may take a while.
    expect(seconds[0]).toBeLessThan(60)
  })

  it('that is large is told without its rows', async () => {
    const { got } = connect(boris)
    await change(answerOf(beta, 'x'.repeat(16_384)))
    expect(got.map((text) => JSON.parse(text))).toMatchObject([{ rows: null }])
  })

  it('that renames the project makes the lists of projects be read again', async () => {
    const [reader, outside] = [connect(boris), connect(stranger)]
    await change((unit) => unit.rows.put('project', projectOf({ name: 'Renamed' }), NOW))
    expect(reader.got.at(-1)).toBe('pull')
    expect(outside.got).toEqual([])
  })

  it('costs the people of other organizations nothing, however many are connected', async () => {
    const reader = connect(boris)
    for (let id = 1_000; id < 2_500; id += 1) connect(id)
    const read = vi.spyOn(rows.database, 'read')
    await change(named('Platform'))
    await change(named('Tools'))
    expect([reader.got.length, read.mock.calls.length]).toEqual([2, 1])
  })

  it('reaches people who connect later, and those whose rights have changed', async () => {
    const [reader, outside] = [connect(boris), connect(stranger)]
    await change(named('Platform'))
    const later = connect(vera)
    await rows.member(beta, stranger, {
      is_primary_contact: 1,
      roles: '["role-vendor-primary-contact"]',
    })
    await rows.database.write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ active_organization_id: beta })
        .where('id', '=', stranger)
        .execute()
    })
    hub.forgetPerson(stranger)
    await change(named('Tools'))
    expect([messages(reader).length, messages(later).length]).toEqual([2, 1])
    expect(outside.got.map((text) => text === 'pull')).toEqual([true, false])
  })

  it('does not reach a person who came back in another organization', async () => {
    const [reader, before] = [connect(boris), connect(vera)]
    await change(named('Platform'))
    before.leave()
    await rows.database.write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ active_organization_id: null })
        .where('id', '=', vera)
        .execute()
    })
    const again = connect(vera)
    await change(named('Tools'))
    expect([before.got.length, again.got, reader.got.length]).toEqual([1, [], 2])
  })

  it('reaches people by rights that another process gave and took, from the next look on', async () => {
    const [reader, outside, other] = await Promise.all([boris, stranger, vera].map(openSession))
    await hub.guardSessions(NOW)
    await change(named('Platform'))
    await moveElsewhere(boris, village)
    await moveElsewhere(stranger, alpha)
    // The second look finds nothing new.
    for (const _look of [1, 2]) await hub.guardSessions(NOW)
    await change(named('Tools'))
    const told = [reader, outside, other].map((one) =>
      one?.got.map((text) => (text === 'pull' ? text : 'change')),
    )
    expect(told).toEqual([
      ['change', 'pull'],
      ['pull', 'change'],
      ['change', 'change'],
    ])
  })

  it('that takes a vendor out makes its people pull, and reaches them no more', async () => {
    const [reader, other] = [connect(boris), connect(vera)]
    await change(named('Platform'))
    await change((unit) => unit.rows.delete('projectVendor', buildProjectVendor(beta).id))
    const after = reader.got.length
    await change(named('Tools'))
    expect([reader.got.includes('pull'), reader.got.length]).toEqual([true, after])
    expect(messages(other).at(-1)).toMatchObject({ project: PROJECT_ID })
  })
})
