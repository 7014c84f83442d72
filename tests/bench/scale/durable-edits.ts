import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { createPostgresNode } from '../../support/postgres-node.ts'
import { loadBench } from '../load.ts'
import { startServer } from '../sync-page.ts'
import { type Answer, answerEdit, readAnswers } from './answers.ts'
import { residentMb } from './memory.ts'
import { type ScaleTable, type Size, tableOf } from './growth.ts'

const FOR_MS = 8_000
const COMMITMENTS = 1_000

/**
 * One device: sends `atOnce` edits of its own answers, waits until they are durable, and sends the
 * next.
 * @returns the number of acknowledged edits
 */
const device = async (
  api: ApiClient,
  answers: Answer[],
  atOnce: number,
  until: number,
): Promise<number> => {
  const clientId = randomUUID()
  let mid = 0
  while (performance.now() < until) {
    const mutations = Array.from({ length: atOnce }, () => {
      mid += 1
      const at = mid % answers.length
      const answer = answers[at]
      if (answer === undefined) throw new Error('There is nothing to edit')
      const text = `${clientId} ${mid}`
      const edit = answerEdit(mid, answer, text)
      answers[at] = { ...answer, text }
      return edit
    })
    const { status, text } = await api.raw('POST', '/sync/push', {
      serverId: api.serverId,
      clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations,
    })
    if (status !== 200) throw new Error(`push answered ${status}: ${text}`)
  }
  return mid
}

/** Checks that acknowledged edits are applied; otherwise the figure would count refused ones. */
const requireApplied = async (
  api: ApiClient,
  projectId: string,
  answers: readonly Answer[],
): Promise<void> => {
  const stored = new Map(
    (await readAnswers(api, projectId)).map(({ requirementId, text }) => [requirementId, text]),
  )
  const lost = answers.filter(({ requirementId, text }) => stored.get(requirementId) !== text)
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged edits are not there`)
}

const rates = async (
  database: string,
  at: { dataDir: string; databaseUrl?: string | undefined },
): Promise<Size[]> => {
  const loaded = await loadBench({ ...at, commitments: COMMITMENTS })
  const server = await startServer(at.dataDir, [], at.databaseUrl)
  try {
    const api = await signInApi(server.url, loaded.contacts[0] ?? '', loaded.password)
    let answers = await readAnswers(api, loaded.projectId)
    const sizes: Size[] = []
    for (const [devices, atOnce] of [
      [1, 1],
      [32, 1],
      [8, 100],
    ] as const) {
      const share = Math.floor(answers.length / devices)
      const own = Array.from({ length: devices }, (_, n) =>
        answers.slice(n * share, (n + 1) * share),
      )
      const start = performance.now()
      const counts = await Promise.all(own.map((some) => device(api, some, atOnce, start + FOR_MS)))
      const seconds = (performance.now() - start) / 1_000
      await requireApplied(api, loaded.projectId, own.flat())
      answers = await readAnswers(api, loaded.projectId)
      sizes.push({
        amount: devices,
        values: {
          'edits a request': atOnce,
          [`${database}: edits/s`]: counts.reduce((sum, count) => sum + count, 0) / seconds,
          'server MB': residentMb(server.child.pid),
        },
      })
    }
    return sizes
  } finally {
    server.child.kill('SIGTERM')
  }
}

/** One row, one transaction, one fsync. */
const bareRate = (dir: string): number => {
  const database = new SQLite(join(dir, 'bare.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table rows (id text primary key, body text not null)')
  const insert = database.prepare('insert or replace into rows values (?, ?)')
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < FOR_MS / 4; count += 1)
    insert.run(String(count % COMMITMENTS), 'x'.repeat(300))
  const rate = (count / (performance.now() - start)) * 1_000
  database.close()
  return rate
}

/**
 * Edits per second that the server acknowledges as durable; each device edits its own rows.
 * PostgreSQL runs with fsync.
 */
export const durableEdits = async (): Promise<(ScaleTable & { text: string })[]> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-durable-'))
  const postgres = await createPostgresNode()
  try {
    const bare = bareRate(dir)
    const onSqlite = await rates('SQLite FULL', { dataDir: join(dir, 'data') })
    await postgres.start()
    const onPostgres = await rates('PostgreSQL', {
      dataDir: join(dir, 'pg'),
      databaseUrl: postgres.url(),
    })
    return [
      tableOf(
        'durable edits on SQLite',
        'devices',
        onSqlite.map((size) => ({
          ...size,
          values: { ...size.values, 'bare: one row a transaction/s': bare },
        })),
      ),
      tableOf('durable edits on PostgreSQL', 'devices', onPostgres),
    ]
  } finally {
    await postgres.remove()
    await rm(dir, { recursive: true, force: true })
  }
}
