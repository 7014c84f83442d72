import { expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { heldBy, TELLING_MEMORY } from './held.ts'

const WARM_ROUNDS = 2
const ROUNDS = 3
const TURNS = 25
/**
 * Permitted heap growth per call: caches may still fill, while keeping a part of every call costs
 * far more.
 */
const BYTES_PER_CALL = 1_000

/**
 * Calls as people and attackers make them: reads, writes, refused calls, connecting and leaving.
 * @returns the number of calls
 */
const round = async (
  server: RunningServer,
  owner: ApiClient,
  projectId: string,
  number: number,
): Promise<number> => {
  let calls = 0
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    calls += 1
    await owner.raw(method, path, body)
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { text } = await owner.raw('GET', `/projects-service/projects/${projectId}`)
    calls += 1
    const { updatedOn } = JSON.parse(text) as { updatedOn: number }
    await call('GET', `/projects-service/projects/${projectId}/packages`)
    await call('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn,
      description: `${number} ${turn}`,
    })
    await call('POST', '/users-service/auth/prelogin', { username: `nobody-${turn}` })
    await call('GET', `/projects-service/projects/${number}-${turn}`)
    await call('PUT', '/projects-service/projects/update', { id: projectId, unknown: turn })
    await call('GET', `/nothing/${number}/${turn}`)
  }
  await (await signInApi(server.url, 'evaluator', DEMO_PASSWORD)).call(API.auth.logout, {})
  for (let sockets = 0; sockets < 5; sockets += 1)
    await (await listenLive(server.url, owner.token)).close()
  return calls
}

/** @param rounds number of measured rounds, after those that warm the server up */
const grow = async (
  env: Record<string, string>,
  rounds = ROUNDS,
): Promise<{ bytesPerCall: number; handles: number }> => {
  const server = await startServer({ env: { ...env, ...TELLING_MEMORY }, checksReplies: false })
  try {
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const {
      items: [project],
    } = await owner.call(API.projects.byUser, {
      params: { id: String(owner.session.userId) },
      body: {},
    })
    for (let number = 0; number < WARM_ROUNDS; number += 1)
      await round(server, owner, project?.id ?? '', number)
    const before = await heldBy(server)
    let calls = 0
    for (let number = 0; number < rounds; number += 1)
      calls += await round(server, owner, project?.id ?? '', WARM_ROUNDS + number)
    let after = await heldBy(server)
    // Closed connections and files opened by the database may take a moment to go.
    await vi
      .waitFor(
        async () => {
          after = await heldBy(server)
          expect(after.handles).toBeLessThanOrEqual(before.handles)
        },
        { timeout: 10_000, interval: 500 },
      )
      .catch(() => undefined)
    return {
      bytesPerCall: Math.round((after.heapBytes - before.heapBytes) / calls),
      handles: after.handles - before.handles,
    }
  } finally {
    await server.dispose()
  }
}

test('[HT22] memory and open handles do not grow with the number of calls', async () => {
  const { bytesPerCall, handles } = await grow({})
  console.log({ bytesPerCall, handles })
  expect(bytesPerCall).toBeLessThan(BYTES_PER_CALL)
  expect(handles).toBeLessThanOrEqual(2)
})

test('the test finds a server that keeps a part of every call', async () => {
  const { bytesPerCall, handles } = await grow({ PLANTED_LEAK: '1' }, 1)
  expect(bytesPerCall).toBeGreaterThan(BYTES_PER_CALL)
  expect(handles).toBeGreaterThan(2)
})
