import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInApi } from '../../support/api-client.ts'
import { startBaseline } from '../baseline-server.ts'
import { medianOf } from '../figures.ts'
import { loadBench } from '../load.ts'
import {
  type Bench,
  connect,
  DRIVER_DIR,
  openDriver,
  openProfile,
  startServer,
} from '../sync-page.ts'
import { type ScaleTable, type Size, tableOf } from './growth.ts'
import { pageHeapMb, renderersMb, residentMb } from './memory.ts'

interface Turn {
  oursMs: number
  bareMs: number
  heapMb: number
  rendererMb: number
}

const bareTurn = async (bench: Bench, name: string): Promise<number> => {
  const context = await openProfile(join(bench.dir, name))
  const page = await openDriver(context, bench.bareUrl)
  const ms = await page.evaluate(() => window.baseline.firstSync())
  await context.close()
  return ms
}

const turn = async (bench: Bench, round: number): Promise<Turn> => {
  const bareMs = await bareTurn(bench, `bare-${round}`)
  const dir = join(bench.dir, `ours-${round}`)
  const context = await openProfile(dir)
  const page = await openDriver(context, bench.url)
  await connect(page, { ...bench, loaded: { ...bench.loaded, projectId: 'nothing' } }, 0)
  const oursMs = await page.evaluate(
    async ({ projectId, count }) => {
      const start = performance.now()
      await window.bench.connect({ projectId })
      await window.bench.waitCount(count)
      await window.bench.waitSynced()
      return performance.now() - start
    },
    { projectId: bench.loaded.projectId, count: bench.loaded.commitments },
  )
  const heapMb = await pageHeapMb(page)
  const rendererMb = renderersMb(dir)
  await context.close()
  return { oursMs, bareMs, heapMb, rendererMb }
}

const sizeOf = async (commitments: number, rounds: number): Promise<Size> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-scale-'))
  const loaded = await loadBench({ dataDir: join(dir, 'data'), commitments })
  const server = await startServer(join(dir, 'data'))
  const api = await signInApi(server.url, loaded.contacts[0] ?? '', loaded.password)
  const { rows } = await api.pull(loaded.projectId)
  const baseline = await startBaseline(
    DRIVER_DIR,
    dir,
    rows.map(({ entity, row }) => ({ ...(row as { id: string }), entity })),
  )
  try {
    const turns: Turn[] = []
    for (let round = 0; round < rounds; round += 1)
      turns.push(await turn({ loaded, url: server.url, bareUrl: `${baseline.url}/`, dir }, round))
    const middle = (of: keyof Turn): number => medianOf(turns.map((one) => one[of]))
    const values = {
      ms: middle('oursMs'),
      'bare ms': middle('bareMs'),
      'server MB': residentMb(server.child.pid),
      'page heap MB': middle('heapMb'),
      'page process MB': middle('rendererMb'),
    }
    return { amount: commitments, values: { ...values, ratio: values.ms / values['bare ms'] } }
  } finally {
    server.child.kill('SIGTERM')
    await baseline.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * First sync of projects of growing size, until durable and readable, against the bare way. Size n
 * means n requirements and n commitments.
 */
export const firstSyncs = async (
  amounts: readonly number[],
  rounds: number,
): Promise<ScaleTable & { text: string }> => {
  const sizes: Size[] = []
  for (const amount of amounts) sizes.push(await sizeOf(amount, rounds))
  return tableOf('first sync', 'commitments', sizes, [
    { of: 'ms', unit: 'ms', per: 1_000 },
    { of: 'bare ms', unit: 'ms', per: 1_000 },
  ])
}
