import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { type NotifyServer, startNotifyServer } from '../../tests/support/notify-server.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import type { LiveHub } from './hub.ts'
import { PostgresFanout } from './postgres-fanout.ts'

let rows: EmptyDatabase
let server: NotifyServer
let errors: unknown[]
let stops: (() => Promise<void>)[]
let idleTimers: number
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  rows = await openEmptyDatabase()
  server = await startNotifyServer('tenderbook_changes')
  ;[errors, stops] = [[], []]
  await rows.project('p', 1)
  await rows.project('q', 1)
  idleTimers = vi.getTimerCount()
})
afterEach(async () => {
  for (const stop of stops) await stop()
  vi.useRealTimers()
  await server.close()
  await rows.close()
})

/** Waits for what goes over the network of this machine. */
const until = async (isSo: () => boolean) => {
  const end = performance.now() + 5_000
  while (performance.now() < end && !isSo()) await nextTurn()
  expect(isSo()).toBe(true)
}
/** Waits for what stays away. */
const pause = async () => {
  const end = performance.now() + 20
  while (performance.now() < end) await nextTurn()
}
/** A process: what it tells its own connections is in `told`. */
const start = async (database = rows.database) => {
  const told: ProjectCommit[] = []
  const events: string[] = []
  const fanout = new PostgresFanout({
    url: server.url,
    database,
    hub: { publish: (commit: ProjectCommit) => void told.push(commit) } as unknown as LiveHub,
    onEvent: (id) => void events.push(id),
    onError: (error) => void errors.push(error),
  })
  await fanout.start()
  stops.push(() => fanout.stop())
  return { fanout, told, events }
}
type Process = Awaited<ReturnType<typeof start>>
const rowsOf = ({ told }: Process) =>
  told.map(({ projectId, rows: found, head }) => [projectId, found.map(({ id }) => id), head])

interface Written {
  projectId?: string
  ids?: readonly string[]
  isVisibilityChanged?: boolean
}
/** Writes into the log of a project, as a commit of a process does. */
const write = async ({
  projectId = 'p',
  ids = [],
  isVisibilityChanged = false,
}: Written): Promise<ProjectCommit> => {
  const { queries } = rows.database
  const { head: before, visibility_version: version } = await queries
    .selectFrom('project_sync')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const head = before + ids.length
  const visibility = version + Number(isVisibilityChanged)
  const written = ids.map((id, index) => ({
    seq: before + 1 + index,
    bucket: 'all',
    entity: 'package' as const,
    id,
    body: `{"id":"${id}"}`,
  }))
  for (let from = 0; from < written.length; from += 100)
    await queries
      .insertInto('sync_row')
      .values(
        written
          .slice(from, from + 100)
          .map(({ id, ...row }) => ({ ...row, entity_id: id, project_id: projectId })),
      )
      .execute()
  await queries
    .updateTable('project_sync')
    .set({ head, visibility_version: visibility })
    .where('project_id', '=', projectId)
    .execute()
  return {
    projectId,
    firstSeq: before + 1,
    head,
    rows: written,
    isVisibilityChanged,
    headBefore: before,
    actorId: 5,
    visibility,
  }
}
const poll = async () => {
  await vi.advanceTimersByTimeAsync(2_000)
  await pause()
}

describe('a commit of another process', () => {
  it('is told from the log, and to that process no second time', async () => {
    const [one, other] = [await start(), await start()]
    const commit = await write({ ids: ['a', 'b'] })
    one.fanout.announce(commit)
    await until(() => other.told.length > 0)
    expect(other.told).toEqual([
      { ...commit, headBefore: null, actorId: null, isVisibilityChanged: false },
    ])
    await poll()
    expect([one.told.map(({ rows: found }) => found), other.told.length]).toEqual([[[]], 1])
    expect(errors).toEqual([])
  })

  it('is announced at once, and further ones together while that is under way', async () => {
    const [one, other] = [await start(), await start()]
    const commits = [
      await write({ ids: ['a'] }),
      await write({ projectId: 'q', ids: ['b'] }),
      await write({ ids: ['c'] }),
    ]
    for (const commit of commits) one.fanout.announce(commit)
    await until(() => other.told.length === 2)
    expect(rowsOf(other)).toEqual([
      ['p', ['a', 'c'], 2],
      ['q', ['b'], 1],
    ])
    one.fanout.announce(await write({ ids: ['d'] }))
    await until(() => other.told.length === 3)
    const ids = server.announced.map((payloads) => payloads.map((text) => text.split(' ')[1]))
    expect(ids).toEqual([['p'], ['q', 'p'], ['p']])
  })

  it('between own ones is told without the own ones', async () => {
    const one = await start()
    const own = await write({ ids: ['own'] })
    one.fanout.announce(own)
    await write({ ids: ['foreign'] })
    const last = await write({ ids: ['own-2'] })
    one.fanout.announce(last)
    await poll()
    expect(rowsOf(one)).toEqual([['p', ['foreign'], 3]])
    expect(one.told[0]?.firstSeq).toBe(2)
    await write({ ids: ['later'] })
    await poll()
    expect(rowsOf(one).at(-1)).toEqual(['p', ['later'], 4])
  })

  it('that writes nothing new is not told', async () => {
    const one = await start()
    server.notify('other p')
    server.notify('other')
    server.notify('')
    await poll()
    expect(one.told).toEqual([])
  })

  it('that only changes who may see is told with the next version', async () => {
    const [one, other] = [await start(), await start()]
    const commit = await write({ isVisibilityChanged: true })
    one.fanout.announce(commit)
    await until(() => other.told.length > 0)
    expect(other.told).toEqual([{ ...commit, firstSeq: 1, headBefore: null, actorId: null }])
    await poll()
    expect([one.told, other.told.length], 'the author knows its version').toEqual([[], 1])
  })

  it('of many rows is told in steps of 300', async () => {
    const one = await start()
    await write({ ids: Array.from({ length: 301 }, (_, index) => `r${index}`) })
    server.notify('other p')
    await until(() => one.told.length === 2)
    expect(
      one.told.map(({ rows: found, head, firstSeq }) => [found.length, head, firstSeq]),
    ).toEqual([
      [300, 300, 1],
      [1, 301, 301],
    ])
  })

  it('is found by the look every two seconds if its announcement was lost', async () => {
    const one = await start()
    await write({ projectId: 'q', ids: ['lost'] })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(one.told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await until(() => one.told.length === 1)
    expect(rowsOf(one)).toEqual([['q', ['lost'], 1]])
    await poll()
    expect(one.told).toHaveLength(1)
  })

  it('that deletes a project is told once, and a new project is found', async () => {
    const one = await start()
    for (const table of ['project_sync', 'projects'] as const)
      await rows.database.queries.deleteFrom(table).where('project_id', '=', 'q').execute()
    await poll()
    await poll()
    expect(one.told).toEqual([
      {
        projectId: 'q',
        firstSeq: 0,
        headBefore: null,
        actorId: null,
        head: 0,
        rows: [],
        isVisibilityChanged: true,
        visibility: 0,
      },
    ])
    await rows.project('new', 1)
    await write({ projectId: 'new', ids: ['first'] })
    await poll()
    expect(rowsOf(one).at(-1)).toEqual(['new', ['first'], 1])
    server.notify('other unknown')
    await poll()
    expect(one.told).toHaveLength(2)
  })

  it('of the last 200 of its own is known, and older ones are told twice', async () => {
    const one = await start()
    for (let number = 0; number < 201; number += 1)
      one.fanout.announce(await write({ ids: [`r${number}`] }))
    await poll()
    expect(rowsOf(one)).toEqual([['p', ['r0'], 201]])
  })
})

describe('a delivered event', () => {
  it('is told to the other processes', async () => {
    const [one, other] = [await start(), await start()]
    one.fanout.announceEvent('e1')
    await until(() => other.events.length > 0)
    expect([one.events, other.events, other.told]).toEqual([[], ['e1'], []])
  })
})

describe('the connection', () => {
  it('is opened again one second after it was lost, as often as needed', async () => {
    const one = await start()
    server.cut(true)
    await until(() => server.listening === 0)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.connections).toBe(1)
    for (const attempt of [2, 3]) {
      await pause()
      await vi.advanceTimersByTimeAsync(999)
      expect(server.connections).toBe(attempt - 1)
      await vi.advanceTimersByTimeAsync(1)
      await until(() => server.connections === attempt)
    }
    server.cut(false)
    await pause()
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => server.listening === 1)
    await write({ ids: ['later'] })
    server.notify('other p')
    await until(() => one.told.length === 1)
    expect(errors).toEqual([])
  })

  it('carries one statement at a time, and sends later announcements with the next', async () => {
    const warnings: string[] = []
    const warn = ({ message }: Error) => void warnings.push(message)
    process.on('warning', warn)
    const one = await start()
    one.fanout.announce(await write({ ids: ['a'] }))
    await nextTurn()
    one.fanout.announce(await write({ projectId: 'q', ids: ['b'] }))
    one.fanout.announceEvent('e1')
    await until(() => server.announced.flat().length === 3)
    one.fanout.announceEvent('e2')
    await until(() => server.announced.flat().length === 4)
    await pause()
    process.off('warning', warn)
    const told = server.announced.map((payloads) => payloads.map((text) => text.split(' ')[1]))
    expect([told, warnings, errors]).toEqual([[['p'], ['q', 'e1'], ['e2']], [], []])
  })

  it('that cannot be opened at the start is an error', async () => {
    server.cut(true)
    await expect(start()).rejects.toThrow()
    expect(vi.getTimerCount()).toBe(idleTimers + 1)
  })

  it('that is lost costs announcements, and no errors', async () => {
    const one = await start()
    server.cut(true)
    await until(() => server.listening === 0)
    await pause()
    one.fanout.announceEvent('e1')
    one.fanout.announce(await write({ ids: ['a'] }))
    await pause()
    expect([errors, server.announced]).toEqual([[], []])
  })

  it('ends with the process, which tries no more', async () => {
    const one = await start()
    await one.fanout.stop()
    stops.pop()
    expect(vi.getTimerCount()).toBe(idleTimers)
    await until(() => server.listening === 0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.connections).toBe(1)
    idleTimers = vi.getTimerCount()
    const broken = await start()
    server.cut(true)
    await until(() => server.listening === 0)
    await pause()
    expect(vi.getTimerCount()).toBe(idleTimers + 2)
    await broken.fanout.stop()
    expect(vi.getTimerCount()).toBe(idleTimers)
    stops.pop()
  })

  it('of a database that fails is told to the process', async () => {
    const one = await start()
    await rows.database.queries.schema.dropTable('sync_row').execute()
    await write({ isVisibilityChanged: true })
    await poll()
    expect([one.told, errors.length]).toEqual([[], 1])
    await rows.database.queries.schema.dropTable('project_sync').execute()
    await poll()
    expect(errors).toHaveLength(2)
  })
})
