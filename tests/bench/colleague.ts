/**
 * A colleague of the person who imports, in a thread of its own, so that the times are those of the
 * server and not of the process that drives the browser. Renames another document again and again.
 * A message `take` returns the times since the last one, in ms; `end` stops the thread.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'

const EDIT_EVERY_MS = 50

interface Given {
  url: string
  documentId: string
}

const work = async ({ url, documentId }: Given): Promise<void> => {
  const api = await signInApi(url, 'owner', DEMO_PASSWORD)
  let times: number[] = []
  const ended = { is: false }
  parentPort?.on('message', (message: string) => {
    if (message === 'end') ended.is = true
    parentPort?.postMessage(times)
    times = []
  })
  for (let n = 0; !ended.is; n += 1) {
    const { updatedOn } = await api.call(API.documents.get, { params: { id: documentId } })
    const before = performance.now()
    await api.call(API.documents.update, {
      body: { id: documentId, name: `Name ${n}`, updatedOn },
    })
    times.push(performance.now() - before)
    await delay(EDIT_EVERY_MS)
  }
  parentPort?.close()
}

export interface Colleague {
  /** Times in ms of the edits since the last call. */
  take(): Promise<number[]>
  end(): Promise<void>
}

/** Starts the colleague, who edits the document until `end`. */
export const startColleague = (given: Given): Colleague => {
  const worker = new Worker(new URL(import.meta.url), { workerData: given })
  const ask = (message: string): Promise<number[]> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage(message)
    })
  return {
    take: () => ask('take'),
    async end() {
      await ask('end')
      await new Promise((resolve) => worker.once('exit', resolve))
    },
  }
}

if (parentPort !== null) await work(workerData as Given)
