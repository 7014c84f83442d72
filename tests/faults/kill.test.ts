import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repetitions } from '../support/repetitions.ts'
import { killServer } from './kill-server.ts'
import { NO_SQLITE3, SQLITE3 } from './stored.ts'

const TIMES = repetitions({ few: 25, many: 1_000 })
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)

test(
  `[DU5] after ${TIMES} kills under load the server has every acknowledged edit exactly once (seed ${SEED})`,
  { timeout: 1_800_000 },
  async ({ skip }) => {
    if (SQLITE3 === null) return skip(NO_SQLITE3)
    const dir = await mkdtemp(join(tmpdir(), 'tenderbook-kill-'))
    const { breaches, ...counts } = await killServer({ times: TIMES, seed: SEED, dir })
    console.log(counts)
    expect(breaches).toEqual([])
    expect(counts.kills).toBe(TIMES)
    expect(counts.acknowledged).toBe(counts.edits)
    // Lower counts would mean that the kills interrupted no writes.
    expect(counts.acknowledged).toBeGreaterThan(TIMES * 5)
    expect(counts.unknownPushes).toBeGreaterThan(TIMES / 2)
    await rm(dir, { recursive: true })
  },
)
