import { randomUUID } from 'node:crypto'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { quantileOf } from '../figures.ts'
import { answerEdit, readAnswers } from '../scale/answers.ts'
import { cpuSecondsOf } from '../scale/memory.ts'
import { spawnRoomy } from '../scale/socket-process.ts'
import { serveWith } from '../sync-page.ts'
import { PASSWORD, PROJECT_ID } from './notice-world.ts'
import type { Store } from './notice-store.ts'

const WARM_EDITS = 100

export interface EditFigures {
  edits: number
  /** Processor time of the server per edit in ms, with whatever else it does at that time. */
  cpuMs: number
  p50Ms: number
  p95Ms: number
}

export type Served = Awaited<ReturnType<typeof serveWith>>

const stopped = async ({ child }: Served): Promise<void> => {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

export const withServer = async <T>(
  { dataDir, databaseUrl }: Store,
  work: (served: Served) => Promise<T>,
): Promise<T> => {
  const served = await serveWith(
    dataDir,
    (env) => spawnRoomy(['tests/bench/serve.ts'], env, false),
    databaseUrl,
  )
  try {
    return await work(served)
  } finally {
    await stopped(served)
  }
}

export interface Editor {
  /** @returns its time in ms */
  edit: () => Promise<number>
  /** Refused edits would make the figures worthless. */
  requireApplied: () => Promise<void>
}

/** Edits of one contact, one after another. */
const editor = async (api: ApiClient): Promise<Editor> => {
  const answers = await readAnswers(api, PROJECT_ID)
  const clientId = randomUUID()
  let mid = 0
  const edit = async (): Promise<number> => {
    mid += 1
    const at = mid % answers.length
    const answer = answers[at]
    if (answer === undefined) throw new Error('There is nothing to edit')
    const text = `${clientId} ${mid}`
    const body = { serverId: api.serverId, clientId, schemaVersion: SYNC_PROTOCOL }
    const start = performance.now()
    const reply = await api.raw('POST', '/sync/push', {
      ...body,
      mutations: [answerEdit(mid, answer, text)],
    })
    const ms = performance.now() - start
    if (reply.status !== 200) throw new Error(`push answered ${reply.status}: ${reply.text}`)
    answers[at] = { ...answer, text }
    return ms
  }
  const requireApplied = async (): Promise<void> => {
    const stored = await readAnswers(api, PROJECT_ID)
    const texts = new Map(stored.map(({ requirementId, text }) => [requirementId, text]))
    const lost = answers.filter(({ requirementId, text }) => texts.get(requirementId) !== text)
    if (lost.length > 0) throw new Error(`${lost.length} edits are not there`)
  }
  return { edit, requireApplied }
}

export const editorOn = async ({ url }: Served): Promise<Editor> =>
  await editor(await signInApi(url, 'bench-0-0', PASSWORD))

export const warm = async ({ edit }: Editor): Promise<void> => {
  for (let index = 0; index < WARM_EDITS; index += 1) await edit()
}

/** Edits as long as `goesOn`. */
export const measureEdits = async (
  { child }: Served,
  { edit, requireApplied }: Editor,
  goesOn: (edits: number) => boolean | Promise<boolean>,
): Promise<EditFigures> => {
  const times: number[] = []
  const before = cpuSecondsOf(child.pid)
  while (await goesOn(times.length)) times.push(await edit())
  const cpuMs = ((cpuSecondsOf(child.pid) - before) * 1_000) / times.length
  await requireApplied()
  return {
    edits: times.length,
    cpuMs,
    p50Ms: quantileOf(times, 0.5),
    p95Ms: quantileOf(times, 0.95),
  }
}
