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

/** Runs the tasks on one thread per processor; stops early when `onReport` returns false. */
export const workOff = async (
  tasks: readonly Task[],
  onReport: (report: Report) => boolean,
): Promise<void> => {
  const queue = [...tasks]
  const serve = async (): Promise<void> => {
    let worker = open()
    let isFresh = true
    // A bug inside the code is planted while the code loads, so its thread serves no other task.
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
