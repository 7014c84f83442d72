import { parentPort } from 'node:worker_threads'
import { judgeHere, type JudgeJob } from './judge-answers.ts'

parentPort?.on('message', (job: JudgeJob) => parentPort?.postMessage(judgeHere(job)))
// Null: ready. Loading this takes a machine at its limit longer than a job may take.
parentPort?.postMessage(null)
