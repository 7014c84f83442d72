// `npm run bench:sockets -- [--sockets 5000] [--edits 20]`: two servers on one PostgreSQL, each with
// half of the sockets. Prints the times from sending an edit to one server until each socket of
// both has the row; the push itself is part of them. None may miss one.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInApi } from '../support/api-client.ts'
import { createPostgresNode } from '../support/postgres-node.ts'
import { quantileOf } from './figures.ts'
import { loadBench } from './load.ts'
import { readAnswers } from './scale/answers.ts'
import { openSessions } from './scale/crowd.ts'
import { type SocketProcess, spawnRoomy, startSockets } from './scale/socket-process.ts'
import { serveWith } from './sync-page.ts'

const COMMITMENTS = 200
const MOST_PEOPLE = 1_000

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    edits: { type: 'string', default: '20' },
  },
})
const sockets = Number(values.sockets)

/** Makes the edits by the first process, while the second listens. */
const measure = async (
  [writing, listening]: readonly [SocketProcess, SocketProcess],
  edit: Omit<Extract<Parameters<SocketProcess['tell']>[0], { order: 'edit' }>, 'order' | 'words'>,
): Promise<{ near: number[]; far: number[]; missing: number }> => {
  const words = edit.answers.map(() => `word-${randomUUID()}`)
  const heard = listening.tell({ order: 'listen', words })
  const made = await writing.tell({ order: 'edit', ...edit, words })
  const seen = await heard
  if (!('leftAt' in made) || !('seenAt' in seen))
    throw new Error('the sockets have answered something else')
  const far = seen.seenAt.flatMap((times, index) =>
    times.map((time) => time - (made.leftAt[index] ?? 0)),
  )
  return { near: made.arrivedMs, far, missing: made.missing + seen.missing }
}

const dir = await mkdtemp(join(tmpdir(), 'tenderbook-sockets-'))
const node = await createPostgresNode()
const ends: (() => unknown)[] = [() => rm(dir, { recursive: true }), () => node.remove()]
try {
  await node.start()
  const at = { dataDir: join(dir, 'data'), databaseUrl: node.url() }
  const loaded = await loadBench({ ...at, commitments: COMMITMENTS })
  const tokens = await openSessions(at, loaded, {
    people: Math.min(MOST_PEOPLE, sockets),
    sessions: sockets,
  })
  const start = async (
    own: readonly string[],
  ): Promise<{ url: string; clients: SocketProcess }> => {
    const { url, child } = await serveWith(
      at.dataDir,
      (env) => spawnRoomy(['tests/bench/serve.ts'], env, false),
      at.databaseUrl,
    )
    ends.unshift(() => child.kill('SIGTERM'))
    const clients = startSockets()
    ends.unshift(() => clients.end())
    await clients.tell({ order: 'open', url, tokens: own, kind: 'stomp' })
    return { url, clients }
  }
  const one = await start(tokens.slice(0, sockets / 2))
  const other = await start(tokens.slice(sockets / 2))
  const api = await signInApi(one.url, loaded.contacts[0] ?? '', loaded.password)
  const answers = (await readAnswers(api, loaded.projectId)).slice(0, Number(values.edits) + 1)
  const edit = { url: one.url, serverId: api.serverId, token: api.token }
  // The first edit makes the servers compute each person's access.
  await measure([one.clients, other.clients], { ...edit, answers: answers.slice(0, 1) })
  const { near, far, missing } = await measure([one.clients, other.clients], {
    ...edit,
    answers: answers.slice(1),
  })
  for (const [name, times] of Object.entries({ 'same server': near, 'other server': far }))
    console.log(
      `${name}: p50 ${quantileOf(times, 0.5).toFixed(0)} ms, p95 ${quantileOf(times, 0.95).toFixed(0)} ms, ${times.length} messages`,
    )
  console.log(`${missing} messages missing`)
  process.exitCode = missing === 0 ? 0 : 1
} finally {
  for (const end of ends) await end()
}
