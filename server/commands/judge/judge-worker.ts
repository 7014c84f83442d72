import { parentPort } from 'node:worker_threads'
import { judgeHere, type JudgeJob } from './judge-answers.ts'

parentPort?.on('message', (job: JudgeJob) => parentPort?.postMessage(judgeHere(job)))
// The message null means "ready". The limit on a job's time starts after it, because loading this
// module on a busy machine can exceed that limit.
parentPort?.postMessage(null)
