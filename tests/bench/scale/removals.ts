import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { loadBench, type LoadedBench } from '../load.ts'
import { openDriver, openProfile, startServer } from '../sync-page.ts'
import { type ScaleTable, type Size, tableOf } from './growth.ts'
import { renderersMb, residentMb } from './memory.ts'

/** Ids as the generator names them. */
const ROOTS = {
  package: { what: 'package', id: 'p001' },
  document: { what: 'document', id: 'p001d001' },
} as const
/** The generator names at most this many documents. */
const MOST_DOCUMENTS = 500
const LEAST_PER_DOCUMENT = 50
type Root = (typeof ROOTS)[keyof typeof ROOTS]

const openOwner = async (
  context: BrowserContext,
  url: string,
  { projectId, owner, password, commitments }: LoadedBench,
  root: Root,
): Promise<Page> => {
  const page = await openDriver(context, url)
  page.setDefaultTimeout(0)
  await page.evaluate((config) => window.bench.connect(config), {
    projectId,
    username: owner,
    password,
  })
  await page.evaluate(() => window.bench.waitSynced())
  await waitHeld(page, root, commitments)
  await page.evaluate(() => window.bench.rested())
  return page
}
const waitHeld = (page: Page, { what, id }: Root, n: number): Promise<void> =>
  page.evaluate((one) => window.bench.waitHeld(one.what, one.id, one.n), { what, id, n })

const since = (start: number): number => performance.now() - start

/**
 * Time of a step until it is durable, until the server's verdict arrives, and until another device
 * shows it.
 */
const step = async (
  [own, other]: readonly [Page, Page],
  root: Root,
  left: number,
  work: () => Promise<void>,
): Promise<[written: number, sent: number, shown: number]> => {
  const start = performance.now()
  const shown = waitHeld(other, root, left).then(() => since(start))
  await work()
  const written = since(start)
  await own.evaluate(() => window.bench.pushed())
  const sent = since(start)
  await waitHeld(own, root, left)
  return [written, sent, await shown]
}

const sizeOf = async (amount: number, root: Root): Promise<Size> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-removal-'))
  const shape = {
    mostPackages: 1,
    perDocument:
      root.what === 'document' ? amount : Math.max(LEAST_PER_DOCUMENT, amount / MOST_DOCUMENTS),
  }
  const loaded = await loadBench({
    dataDir: join(dir, 'data'),
    commitments: amount,
    state: 'PREPARATION',
    shape,
  })
  const server = await startServer(join(dir, 'data'))
  const profile = join(dir, 'own')
  const contexts = [await openProfile(profile), await openProfile(join(dir, 'other'))] as const
  try {
    const pages = [
      await openOwner(contexts[0], server.url, loaded, root),
      await openOwner(contexts[1], server.url, loaded, root),
    ] as const
    const [deleted, taken, gone] = await step(pages, root, 0, () =>
      pages[0].evaluate(({ what, id }) => window.bench.remove(what, id), root),
    )
    const [undone, restored, back] = await step(pages, root, amount, () =>
      pages[0].evaluate(() => window.bench.undo()),
    )
    return {
      amount,
      values: {
        'delete ms': deleted,
        'taken ms': taken,
        'gone ms': gone,
        'undo ms': undone,
        'restored ms': restored,
        'back ms': back,
        'server MB': residentMb(server.child.pid),
        'page process MB': renderersMb(profile),
      },
    }
  } finally {
    for (const context of contexts) await context.close()
    server.child.kill('SIGTERM')
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Deletes a package with its documents, or one document, with this many answered requirements, and
 * undoes the deletion. Measures on the owner's device and on a second one.
 */
export const removals = async (
  amounts: readonly number[],
): Promise<(ScaleTable & { text: string })[]> => {
  const tables = []
  for (const root of Object.values(ROOTS)) {
    const sizes: Size[] = []
    for (const amount of amounts) sizes.push(await sizeOf(amount, root))
    tables.push(
      tableOf(
        `deletion of a ${root.what}, and its undo`,
        'requirements',
        sizes,
        ['delete ms', 'taken ms', 'gone ms', 'undo ms', 'restored ms', 'back ms'].map((of) => ({
          of,
          unit: 'ms',
          per: 1_000,
        })),
      ),
    )
  }
  return tables
}
