import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Report, Task } from './tasks.ts'

const WORKERS = Math.max(1, Math.min(4, availableParallelism()))
const open = (): Worker => new Worker(new URL('./worker.ts', import.meta.url))

const give = (worker: Worker, task: Task): Promise<Report> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(new Error(`${JSON.stringify(task)}: ${String(error)}`, { cause: error }))
    worker.once('error', fail)
    worker.once('message', (report: Report) => {
      worker.off('error', fail)
      resolve(report)
    })
    worker.postMessage(task)
  })

/**
 * Works the tasks off on as many threads as there are processors; false from `onReport` leaves the
 * rest undone.
 */
export const workOff = async (
  tasks: readonly Task[],
  onReport: (report: Report) => boolean,
): Promise<void> => {
  const queue = [...tasks]
  const serve = async (): Promise<void> => {
    let worker = open()
    let isFresh = true
    // A bug inside the code is planted as the code is loaded: neither the one before nor the one
    // after may share that.
    let isFaulty = false
    try {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        if (isFaulty || (task.kind === 'fault' && !isFresh)) {
          await worker.terminate()
          worker = open()
        }
        isFresh = false
        isFaulty = task.kind === 'fault'
        if (!onReport(await give(worker, task))) queue.length = 0
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(WORKERS, tasks.length) }, serve))
}
