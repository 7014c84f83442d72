// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionTokens } from '../../lib/session-tokens.ts'
import { logFile, readLog, verifyLog } from './read-log.ts'

const chain = (audience: string) => ({ audience, serial: 3, hash: 'h' })
const names = (id: string, user: number) => ({
  content: [{ id, name: `Content ${id}` }],
  people: [{ id: user, name: `Person ${user}` }],
  requirements: [{ id: `r${id}`, name: `Requirement ${id}` }],
  vendors: [{ id: user + 10, name: `Vendor ${user}` }],
})
let asked: { path: string; body: unknown }[]
let pages: object[]
let chains: object[]
beforeEach(() => {
  asked = []
  chains = [chain('int'), chain('v7')]
  pages = [
    { entries: [{ serial: 1 }, { serial: 2 }], names: names('a', 1), hasMore: true },
    { entries: [{ serial: 3 }], names: names('b', 2), hasMore: false },
  ]
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null })
    return new Response(JSON.stringify(path.includes('entries') ? pages.shift() : chains))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('reads all pages of a chain with the names behind its ids', async () => {
  const log = await readLog('p', null)
  expect(asked.slice(1).map(({ body }) => body)).toEqual([
    { audience: 'int', after: 0, limit: 500 },
    { audience: 'int', after: 2, limit: 500 },
  ])
  expect(log.chain).toEqual(chain('int'))
  expect(log.entries).toEqual([{ serial: 1 }, { serial: 2 }, { serial: 3 }])
  expect([...log.names.content]).toEqual([
    ['a', 'Content a'],
    ['b', 'Content b'],
  ])
  expect([...log.names.people.keys(), ...log.names.vendors.keys()]).toEqual([1, 2, 11, 12])
  expect([...log.names.requirements.values()]).toEqual(['Requirement a', 'Requirement b'])
  const file = JSON.parse(await logFile('p', log).text()) as object
  expect(file).toMatchObject({
    ...{ projectId: 'p', audience: 'int', entries: [{ serial: 1 }, { serial: 2 }, { serial: 3 }] },
    names: { content: { a: 'Content a' }, people: { 1: 'Person 1' }, vendors: { 11: 'Vendor 1' } },
  })
})

it('goes on after a page with one entry, and ends at an empty one', async () => {
  const empty = { content: [], people: [], requirements: [], vendors: [] }
  pages = [
    { entries: [{ serial: 1 }], names: empty, hasMore: true },
    { entries: [], names: empty, hasMore: true },
    { entries: [{ serial: 2 }], names: empty, hasMore: false },
  ]
  expect((await readLog('p', null)).entries).toEqual([{ serial: 1 }])
  expect(pages).toHaveLength(1)
})

it('reads the chain that was asked for, and none where there is none', async () => {
  expect((await readLog('p', 'v7' as never)).chain).toEqual(chain('v7'))
  chains = []
  asked = []
  const none = await readLog('p', null)
  expect([none.chain, none.entries, asked.length]).toEqual([null, [], 1])
  expect(await verifyLog('p', none)).toBeNull()
})

it('stops at an empty page, and finds a chain that does not fit its end', async () => {
  pages = [{ entries: [], names: names('a', 1), hasMore: true }]
  const log = await readLog('p', null)
  expect([log.entries, asked.length]).toEqual([[], 2])
  expect(await verifyLog('p', log)).not.toBeNull()
})
