import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

declare global {
  var isPlanted: (fault: number) => boolean
}

// State that a former fault left in a module must not reach this run.
vi.resetModules()
const folder = process.env.FAULT_FOLDER ?? ''
const active = Number(readFileSync(join(folder, 'active'), 'utf8'))
/** Faults whose code runs outside of any test, while modules load and in `beforeAll`. */
const outside = new Set<number>()
const byTest: Record<string, number[]> = {}
let running = outside
globalThis.isPlanted = (fault) => {
  running.add(fault)
  return fault === active
}

beforeEach(() => {
  running = new Set()
})
afterEach(({ task }) => {
  byTest[task.fullTestName] = [...running]
})

afterAll(() => {
  const { testPath = '' } = expect.getState()
  mkdirSync(join(folder, 'reached'), { recursive: true })
  writeFileSync(
    join(folder, 'reached', `${testPath.replaceAll(/[\\/]/g, '+')}.json`),
    JSON.stringify({ outside: [...outside], byTest }),
  )
})
