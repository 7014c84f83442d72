import { Worker } from 'node:worker_threads'
import type { JudgeAnswers, JudgeJob, Judgement } from './judge-answers.ts'

interface Waiting {
  job: JudgeJob
  resolve: (judgement: Judgement) => void
  reject: (error: Error) => void
}

/** The effort of a job bounds its time; this limit stops a job whose effort was estimated wrong. */
const LONGEST_JOB_MS = 10_000
const HEAP_MB = 512

/** Checks answers in a worker thread, one job after another. */
export class JudgeThread {
  readonly #longestJobMs: number
  readonly #waiting: Waiting[] = []
  #running: Waiting | null = null
  #worker: Worker | null = null
  #isReady = false
  #timer: NodeJS.Timeout | undefined

  constructor(longestJobMs = LONGEST_JOB_MS) {
    this.#longestJobMs = longestJobMs
  }

  readonly judge: JudgeAnswers = (job) =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })

  async close(): Promise<void> {
    this.#waiting.splice(0).forEach(({ reject }) => reject(new Error('The server is closing')))
    await this.#drop(new Error('The server is closing'))
  }

  #next(): void {
    if (this.#running !== null) return
    this.#running = this.#waiting.shift() ?? null
    if (this.#running === null) return
    this.#worker ??= this.#start()
    this.#worker.ref()
    if (this.#isReady) this.#send(this.#worker, this.#running.job)
  }

  #send(worker: Worker, job: JudgeJob): void {
    this.#timer = setTimeout(
      () => void this.#drop(new Error('Checking answers took too long')),
      this.#longestJobMs,
    )
    worker.postMessage(job)
  }

  #hear(worker: Worker, judgement: Judgement | null): void {
    // Ignore messages from a worker that was dropped.
    if (this.#worker !== worker) return
    if (judgement !== null) return this.#settle(({ resolve }) => resolve(judgement))
    this.#isReady = true
    if (this.#running !== null) this.#send(worker, this.#running.job)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (judgement: Judgement | null) => this.#hear(worker, judgement))
    worker.on('error', (error: Error) => {
      if (this.#worker === worker) void this.#drop(error)
    })
    return worker
  }

  #settle(tell: (job: Waiting) => void): void {
    clearTimeout(this.#timer)
    const running = this.#running
    this.#running = null
    // An idle worker must not keep the process alive.
    this.#worker?.unref()
    if (running !== null) tell(running)
    this.#next()
  }

  async #drop(error: Error): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#isReady = false
    this.#settle(({ reject }) => reject(error))
    await worker?.terminate()
  }
}
