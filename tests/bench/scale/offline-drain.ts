import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Commitment } from '#schema/entities/commitment.ts'
import { signInApi } from '../../support/api-client.ts'
import { loadBench, type LoadedBench } from '../load.ts'
import { connect, openDriver, openProfile, startServer } from '../sync-page.ts'
import { type ScaleTable, type Size, tableOf } from './growth.ts'
import { pageHeapMb, renderersMb, residentMb } from './memory.ts'

/** Number of edits in progress at the same time, as when a block is pasted. */
const AT_ONCE = 200

const writeOffline = (
  page: Page,
  { vendorId }: LoadedBench,
  word: string,
  count: number,
): Promise<number> =>
  page.evaluate(
    async ({ vendor, text, edits, atOnce }) => {
      await window.bench.disconnect()
      const rows = await window.bench.query(vendor, edits)
      if (rows.length < edits) throw new Error(`only ${rows.length} rows`)
      const start = performance.now()
      for (let from = 0; from < rows.length; from += atOnce) {
        await Promise.all(
          rows
            .slice(from, from + atOnce)
            .map((row, index) =>
              window.bench.edit(row.id, { definition: `${text} ${from + index}` }),
            ),
        )
      }
      return performance.now() - start
    },
    { vendor: vendorId, text: word, edits: count, atOnce: AT_ONCE },
  )

const drain = (page: Page, { projectId }: LoadedBench): Promise<number> =>
  page.evaluate(async (project) => {
    const start = performance.now()
    await window.bench.connect({ projectId: project })
    await window.bench.pushed()
    return performance.now() - start
  }, projectId)

/** Number of edits that the server has exactly once and with the right text. */
const arrived = async (
  url: string,
  { contacts, password, projectId }: LoadedBench,
  word: string,
): Promise<number> => {
  const api = await signInApi(url, contacts[1] ?? '', password)
  const { rows } = await api.pull(projectId)
  return new Set(
    rows.flatMap(({ entity, row }) => {
      const text = entity === 'commitment' ? String((row as Commitment).values['txt'] ?? '') : ''
      return text.startsWith(`${word} `) ? [text] : []
    }),
  ).size
}

/**
 * Writes this many edits without a network, each of another answer, durable one by one, then sends
 * them all. The largest number is also the project's size.
 */
export const offlineDrains = async (
  amounts: readonly number[],
): Promise<ScaleTable & { text: string }> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-drain-'))
  const loaded = await loadBench({ dataDir: join(dir, 'data'), commitments: Math.max(...amounts) })
  const server = await startServer(join(dir, 'data'))
  const profile = join(dir, 'profile')
  const context = await openProfile(profile)
  try {
    const page = await openDriver(context, server.url)
    page.setDefaultTimeout(0)
    await connect(page, { loaded, url: server.url, bareUrl: '', dir }, 0)
    await page.evaluate(() => window.bench.waitSynced())
    const sizes: Size[] = []
    for (const [round, amount] of amounts.entries()) {
      const enqueueMs = await writeOffline(page, loaded, `drain${round}`, amount)
      const heapMb = await pageHeapMb(page)
      const drainMs = await drain(page, loaded)
      const there = await arrived(server.url, loaded, `drain${round}`)
      if (there !== amount) throw new Error(`${amount} edits were written, ${there} have arrived`)
      sizes.push({
        amount,
        values: {
          'enqueue ms': enqueueMs,
          'drain ms': drainMs,
          'server MB': residentMb(server.child.pid),
          'page heap MB': heapMb,
          'page process MB': renderersMb(profile),
        },
      })
    }
    return tableOf('offline edits', 'edits', sizes, [
      { of: 'enqueue ms', unit: 'ms', per: 1 },
      { of: 'drain ms', unit: 'ms', per: 1 },
    ])
  } finally {
    await context.close()
    server.child.kill('SIGTERM')
    await rm(dir, { recursive: true, force: true })
  }
}
