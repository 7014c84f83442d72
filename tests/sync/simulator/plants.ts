import type { PullPage } from '#schema/api/sync.ts'
import type { MemoryStorage } from '#sync/engine/memory-storage.ts'
import { type Network, type Storage, type StorageTx, SyncFailure } from '#sync/engine/ports.ts'
import type { Plant } from './plant.ts'

export interface Planted {
  plant: Plant
  /** The promises that catch it. */ breaks: RegExp
}

/** Replaces some methods of each transaction. */
const changed =
  (change: (tx: StorageTx) => Partial<StorageTx>) =>
  (storage: Storage): Storage => ({
    transaction: (kind, run) => storage.transaction(kind, (tx) => run({ ...tx, ...change(tx) })),
  })
const onProject =
  (
    change: (project: NonNullable<PullPage['project']>) => Partial<PullPage['project']>,
  ): Plant['page'] =>
  (page) =>
    page.project === null
      ? page
      : { ...page, project: { ...page.project, ...change(page.project) } }

/** Replaces failures of the network. */
const failing =
  (change: (failure: SyncFailure) => SyncFailure) =>
  (network: Network): Network => {
    const rethrow = (error: unknown): never => {
      throw error instanceof SyncFailure ? change(error) : error
    }
    return {
      push: (request) => network.push(request).catch(rethrow),
      async *pull(request) {
        try {
          yield* network.pull(request)
        } catch (error) {
          rethrow(error)
        }
      },
    }
  }
/** Stops trying after `limit` failures of the kind. */
const givingUp =
  (limit: number, isCounted: (failure: SyncFailure) => boolean) =>
  (network: Network): Network => {
    let failures = 0
    const counting = failing((failure) => {
      failures += Number(isCounted(failure))
      return failure
    })(network)
    const guard = (): void => {
      if (failures >= limit) throw new SyncFailure('unauthorized')
    }
    return {
      push: async (request) => {
        guard()
        return counting.push(request)
      },
      async *pull(request) {
        guard()
        yield* counting.pull(request)
      },
    }
  }
const pushing =
  (after: (memory: MemoryStorage, lastMid: number) => void): Plant['network'] =>
  (network, memory) => ({
    pull: (request) => network.pull(request),
    async push(request) {
      const reply = await network.push(request)
      after(memory(), reply.lastMid)
      return reply
    },
  })

/** Writes rows in a second transaction, after the cursor and all else. */
const rowsLater = (storage: Storage): Storage => ({
  async transaction(kind, run) {
    const rows: Parameters<StorageTx['layRows']>[] = []
    const result = await storage.transaction(kind, (tx) =>
      run({
        ...tx,
        async layRows(...given) {
          rows.push(given)
          return { pages: [], single: [...given[1]] }
        },
      }),
    )
    for (const [projectId, given] of rows)
      await storage.transaction(kind, async (tx) => void (await tx.layRows(projectId, given)))
    return result
  },
})

/** A writer does not know which entries were sent. */
const forgettingSent = (storage: Storage): Storage => ({
  transaction: (kind, run) =>
    storage.transaction(kind, async (tx) => {
      const { sentMid } = await tx.meta()
      if (kind !== 'edit') return run(tx)
      return run({
        ...tx,
        meta: async () => ({ ...(await tx.meta()), sentMid: 0 }),
        putMeta: (meta) => tx.putMeta({ ...meta, sentMid: Math.max(sentMid, meta.sentMid) }),
      })
    }),
})

/** Each process numbers edits in its own memory, from the number at its start. */
const countingInMemory = (storage: Storage): Storage => {
  let next: number | null = null
  return {
    transaction: (kind, run) =>
      storage.transaction(kind, (tx) =>
        run({
          ...tx,
          async meta() {
            const meta = await tx.meta()
            next ??= meta.nextMid
            return kind === 'edit' ? { ...meta, nextMid: next } : meta
          },
          putMeta(meta) {
            if (kind === 'edit') next = meta.nextMid
            tx.putMeta(meta)
          },
        }),
      ),
  }
}

/**
 * Bugs of a client, of the network, and of a server with wrong answers. Bugs inside the code are in
 * faults.ts.
 */
export const PLANTS: Readonly<Record<string, Planted>> = {
  'damaged rows are not compared': {
    breaks: /^I3/,
    plant: {
      isOfDamage: true,
      compare: (ports) => ({ ...ports, network: { compare: async () => ({ projects: {} }) } }),
    },
  },
  'a copy that differs is not fetched again': {
    breaks: /^I3/,
    plant: {
      isOfDamage: true,
      compare: (ports) => ({
        ...ports,
        storage: changed(() => ({ putCursor: () => undefined }))(ports.storage),
      }),
    },
  },
  'a refused edit is dropped': {
    breaks: /^I1/,
    plant: { storage: changed(() => ({ putParked: () => undefined })) },
  },
  'edits leave the outbox when the push is answered': {
    breaks: /^I1/,
    plant: {
      network: pushing((memory, lastMid) => {
        for (const mid of memory.state().outbox.keys())
          if (mid <= lastMid) memory.state().outbox.delete(mid)
      }),
    },
  },
  'an edit stops being shown when the push is answered': {
    breaks: /^I5/,
    plant: { network: pushing((memory) => memory.state().overlay.clear()) },
  },
  'purging a bucket purges the outbox': {
    breaks: /^I1/,
    plant: {
      storage: changed((tx) => ({
        async emptyProject(projectId) {
          await tx.emptyProject(projectId)
          for (const entry of await tx.outbox()) tx.deleteOutbox(entry.mid)
        },
      })),
    },
  },
  'rows stay when the project is closed to the person': {
    breaks: /^I4/,
    plant: { storage: changed(() => ({ emptyProject: async () => undefined })) },
  },
  'rows stay when a bucket is dropped': {
    breaks: /^I[34]/,
    plant: { storage: changed(() => ({ emptyBuckets: async () => undefined })) },
  },
  'the server does not name the buckets that a person lost': {
    breaks: /^I4/,
    plant: { page: onProject(() => ({ drop: [] })) },
  },
  'an edit is merged into one already sent': { breaks: /^I1/, plant: { storage: forgettingSent } },
  'a bucket older than the floor is not fetched again': {
    breaks: /^I3/,
    plant: { page: onProject(() => ({ reset: [] })) },
  },
  'the engine gives up after three failures': {
    breaks: /^L1/,
    plant: { network: givingUp(3, () => true) },
  },
  'an ended session is taken as the end': {
    breaks: /^L1/,
    plant: { network: givingUp(1, ({ kind }) => kind === 'unauthorized') },
  },
  'a request that the server cannot read is sent forever': {
    breaks: /^L1/,
    plant: {
      network: failing((failure) =>
        failure.kind === 'malformed' || failure.kind === 'tooLarge'
          ? new SyncFailure('busy')
          : failure,
      ),
    },
  },
  'the cursor is saved before the rows': { breaks: /^I[35]/, plant: { storage: rowsLater } },
  'the cursor is saved although the rows are not': {
    breaks: /^I3/,
    plant: {
      storage: changed((tx) => ({
        layRows: async (projectId, rows) =>
          rows.length % 3 === 2 ? { pages: [], single: [] } : tx.layRows(projectId, rows),
      })),
    },
  },
  'numbers are counted in the memory of a tab': {
    breaks: /^I[12]/,
    plant: { storage: countingInMemory },
  },
  'a live change is stored although one before it was missed': {
    breaks: /^I[35]/,
    plant: { live: (change) => ({ ...change, prev: 0 }) },
  },
  'edits are not on the disk when they are confirmed': {
    breaks: /^I1/,
    plant: {
      storage: (storage) => ({
        transaction: (kind, run) => storage.transaction(kind === 'edit' ? 'apply' : kind, run),
      }),
    },
  },
  'edits leave under the session of another person': {
    breaks: /^I6/,
    plant: { isSentAsCurrentUser: true },
  },
  'a restored server is not noticed': {
    breaks: /^(I[13]|L1)/,
    plant: { page: (page) => ({ ...page, serverId: 'server' }) },
  },
  'rows and their cursor are of different moments': {
    breaks: /^I3/,
    plant: {
      page: (page, server) =>
        onProject((part) => {
          const head = server.connection
            .prepare('select head from project_sync')
            .pluck()
            .get() as number
          return {
            cursors: Object.fromEntries(
              Object.entries(part.cursors).map(([bucket, [at, base]]) => [
                bucket,
                at >= part.head ? [head, base] : [at, base],
              ]),
            ),
          }
        })?.(page, server) ?? page,
    },
  },
  'verdicts and the number of the last edit are saved after the commit': {
    breaks: /^I2/,
    plant: {
      isLate: (sql) =>
        sql.startsWith('insert into "mutation_result"') ||
        sql.startsWith('update "sync_client" set "last_mid"'),
    },
  },
  'verdicts are saved after the commit': {
    breaks: /^I1/,
    plant: { isLate: (sql) => sql.startsWith('insert into "mutation_result"') },
  },
  'every bucket is read to every person': {
    breaks: /^(I4|ISOLATION)/,
    plant: {
      statement: (sql) => sql.replace(/("bucket" in \([^)]*\))(?= and "seq")/, '($1 or 1)'),
    },
  },
  'the nightly job forgets deletions and leaves the floor': {
    breaks: /^I3/,
    plant: {
      statement: (sql) =>
        sql.replace(
          /^update "project_sync" set "floor" = \?/,
          'update "project_sync" set "floor" = min(floor, ?)',
        ),
    },
  },
}
