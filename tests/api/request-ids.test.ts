import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/log.ts'
import { buildWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const VERSION = '/api/application/version'

/** Asks a server that has just started, once for each header, and returns the lines of its log. */
const linesOf = async (headers: readonly Record<string, string>[]) => {
  const lines: { event: string; requestId: string; traceparent?: string }[] = []
  const app = await buildApp({
    database: world.database,
    databaseUrl: world.databaseUrl,
    filesDir: world.filesDir,
    log: createLog((line) => void lines.push(JSON.parse(line) as (typeof lines)[number])),
  })
  for (const one of headers) await app.inject({ url: VERSION, headers: one })
  await app.close()
  return lines.filter(({ event }) => event === 'call')
}

test('[HE4] ids of requests repeat neither after a restart nor on another server', async () => {
  const lines = [...(await linesOf([{}, {}])), ...(await linesOf([{}, {}]))]
  expect(lines).toHaveLength(4)
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(4)
  for (const { requestId } of lines)
    expect(requestId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test('[HE4] a request takes its id from no header', async () => {
  const [line] = await linesOf([{ 'request-id': 'chosen', 'x-request-id': 'chosen' }])
  expect(line?.requestId).not.toContain('chosen')
})

test('[HE4] the log has the traceparent of a request, and leaves a malformed one out', async () => {
  const zeros = TRACE.replace(/4bf9\w+/, '0'.repeat(32))
  const headers = [
    TRACE,
    `cc${TRACE.slice(2)}-more`,
    '',
    'x',
    TRACE.toUpperCase(),
    zeros,
    `${TRACE}, ${TRACE}`,
  ]
  const lines = await linesOf(headers.map((traceparent) => ({ traceparent })))
  expect(lines.map(({ traceparent = null }) => traceparent)).toEqual([
    TRACE,
    `cc${TRACE.slice(2)}`,
    ...[null, null, null, null, null],
  ])
})
