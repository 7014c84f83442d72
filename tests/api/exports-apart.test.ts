import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Export } from '#schema/entities/export.ts'
import { buildApp } from '#server/app.ts'
import { ExportFiles } from '#server/exports/export-files.ts'
import { claimExport } from '#server/exports/export-rows.ts'
import { createExporter } from '#server/exports/exporter.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import { buildStores, STORE_KINDS, type TestStores } from '../support/blob-stores.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

// The stores know no database, so one of the two runs is enough.
describe.runIf(testDatabaseKind === 'sqlite').each(STORE_KINDS)(
  'exports of two servers that share only the database and a store: %s',
  (kind) => {
    let stores: TestStores
    let proxy: TcpProxy
    let world: World
    /** Address of the second server. */
    let other: string
    const closing: (() => Promise<unknown>)[] = []
    beforeEach(async () => {
      stores = await buildStores(kind)
      proxy = await startTcpProxy(stores.s3?.port ?? 0)
      world = await buildWorld({
        project: { state: 'PUBLISHED', publishedOn: 0 },
        blobs: stores.open({ port: proxy.port, patience: { tries: 1 } }),
      })
      const app = await buildApp({
        database: world.database,
        databaseUrl: world.databaseUrl,
        filesDir: `${world.filesDir}-of-another-machine`,
        blobs: stores.open(),
        clock: () => world.clock.now,
      })
      other = await app.listen({ port: 0, host: '127.0.0.1' })
      closing.push(() => app.close())
    })
    afterEach(async () => {
      for (const close of closing.splice(0)) await close()
      await world.close()
      await proxy.close()
      await stores.close()
    })

    const start = async (username: Username): Promise<Export> =>
      await (
        await world.as(username)
      ).call(API.exports.start, {
        params: { id: projectId },
        body: { content: 'requirements', format: 'csv' },
      })
    const download = async (username: Username, id: string, url: string) => {
      const { token } = await world.as(username)
      const path = `/api/projects-service/projects/${projectId}/exports/${id}/content`
      const answer = await fetch(`${url}${path}`, { headers: { 'X-Auth-Token': token } })
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }
    const stored = (): Promise<string[]> => stores.open().listExports()
    /** The exporter of a server on this store. */
    const exporterOn = (blobs: BlobStore) => {
      const exporter = createExporter({
        database: world.database,
        files: new ExportFiles(blobs),
        blobs,
        clock: () => world.clock.now,
        onTold: () => undefined,
        onError: (error) => {
          throw error
        },
      })
      closing.push(exporter.stop)
      return exporter
    }

    test('[EX21] [EX4] another server than the one that wrote a file gives it out, by the rights of that moment', async () => {
      const { id, bytes, state } = await start('author')
      expect([state, await stored()]).toEqual(['ready', [`${id}.1`]])
      expect(await download('author', id, other)).toEqual({ status: 200, bytes })
      expect((await download('reviewer', id, other)).status).toBe(404)
      const owner = await world.as('owner')
      await owner.call(API.projectMembers.remove, {
        params: { id: projectId },
        body: { userIds: [world.users.author] },
      })
      expect((await download('author', id, other)).status).toBe(403)
      await exporterOn(stores.open()).sweep()
      expect(await stored()).toEqual([])
    })

    test('[EX21] [EX7] a file that a server left when it died is removed, and its export is written by another', async () => {
      const { id } = await start('author')
      const at = { project_id: projectId, id }
      // It died after it had stored the file, before it said so.
      await world.database.queries
        .updateTable('exports')
        .set({ state: 'running', lease_until: world.clock.now - 1, rights: null, bytes: null })
        .where('id', '=', id)
        .execute()
      const exporter = exporterOn(stores.open())
      await exporter.sweep()
      expect(await stored()).toEqual([`${id}.1`])
      await exporter.run(at)
      expect(await stored()).toContain(`${id}.2`)
      await exporter.sweep()
      expect(await stored()).toEqual([`${id}.2`])
      expect((await download('author', id, other)).status).toBe(200)
      expect(await world.database.write((tx) => claimExport(tx, at, world.clock.now))).toBe(
        undefined,
      )
    })

    test('[EX21] [EX6] a file leaves at its expiry, whichever server wrote it', async () => {
      const { id } = await start('author')
      await world.database.queries
        .updateTable('exports')
        .set({ expires_on: world.clock.now })
        .where('id', '=', id)
        .execute()
      expect((await download('author', id, other)).status).toBe(404)
      await exporterOn(stores.open()).sweep()
      expect(await stored()).toEqual([])
    })

    test.runIf(kind === 's3')(
      '[EX21] [FI27] while the storage is away an export is deleted, and its file goes later',
      async () => {
        const { id } = await start('author')
        await proxy.close()
        expect((await download('author', id, world.url)).status).toBe(503)
        const author = await world.as('author')
        await author.call(API.exports.delete, { params: { id: projectId }, body: { id } })
        expect((await start('author')).failure).toBe('error')
        expect(await stored()).toEqual([`${id}.1`])
        await exporterOn(stores.open()).sweep()
        expect(await stored()).toEqual([])
      },
    )
  },
)
