import type { MemoryState } from '#sync/engine/memory-storage.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { type Admin, createAdmin } from './admin.ts'
import { rowIdOf, type SimFile } from './files/attach.ts'
import { isNamed } from './files/file-checks.ts'
import { leaksOf } from './isolation.ts'
import type { Ledger } from './ledger.ts'
import type { Plant } from './plant.ts'
import type { SimClient } from './sim-client.ts'
import type { SimWorld } from './sim-network.ts'
import { openServer, type SimServer } from './sim-server.ts'
import type { Template } from './template.ts'
import type { Trace } from './trace.ts'
import { holdsWord } from './tracked.ts'
import type { Watch } from './watch.ts'

/** The observed server, its admin, and the backups of both. */
export interface House {
  admin(): Admin
  /** Restores the last backup under another server id: edits accepted since are lost. */
  restore(): void
  backUp(): void
  /**
   * Call it after each commit of a device that does not know of the restore yet. The last answer of
   * the old server may arrive late: the edits that it reports as accepted leave the device.
   */
  hear(client: SimClient, state: MemoryState): void
  /** Closes every server of the history. */
  close(): void
}
interface Parts {
  world: SimWorld
  template: Template
  plant: Plant
  clients: readonly SimClient[]
  watch: Watch
  ledger: Ledger
  trace: Trace | undefined
  pageRows: number
}

export const createHouse = ({
  world,
  template,
  plant,
  clients,
  watch,
  ledger,
  trace,
  pageRows,
}: Parts): House => {
  const people = [
    template.owner,
    template.author,
    template.evaluator,
    ...template.veras,
    ...template.others,
  ]
  const vendorOf = new Map(people.map((user) => [user.userId, user.vendorId]))
  let backup: { image: Buffer; back: (() => void)[] } | null = null
  let generation = 1
  const servers: SimServer[] = []
  const guard = (server: SimServer): SimServer => {
    servers.push(server)
    const state = server.connection.prepare('select state from projects where id = ?').pluck()
    server.pageRows = pageRows
    server.onCommit = watch.see
    server.onVerdict = (clientId, mid, status) => {
      trace?.verdict(clientId, mid, status)
      ledger.decide(clientId, mid, status)
    }
    server.onAnswer = (userId, text, kind) => {
      const isSealed =
        kind === 'pull' && text.includes('@v') && state.get(PROJECT_ID) === 'PUBLISHED'
      for (const mark of leaksOf(vendorOf.get(userId) ?? null, text, {
        isSealed,
        officialWords: watch.officialWords,
      }))
        watch.violations.push(`ISOLATION user ${userId} was sent ${mark}`)
    }
    return server
  }
  const isUnderway = ({ outbox }: MemoryState, file: SimFile): boolean =>
    holdsWord(JSON.stringify([...outbox.values()].map(({ args }) => args)), file.id)
  /**
   * Forgives the loss of files that the server accepted after the backup and that the device does
   * not send any more.
   */
  const forgiveFiles = (client: SimClient, state: MemoryState, former: SimServer): void => {
    for (const file of client.chosen) {
      const rowId = rowIdOf(file, client)
      if (isNamed(former, rowId) && !isNamed(world.server, rowId) && !isUnderway(state, file))
        file.isForgiven = true
    }
  }
  guard(world.server)
  let admin = createAdmin(world.server, template)
  return {
    admin: () => admin,
    hear(client, state) {
      const former = servers.find(({ serverId }) => serverId === state.meta.serverId)
      if (former !== undefined && former !== world.server && client.chosen.length > 0)
        forgiveFiles(client, state, former)
    },
    close: () => {
      for (const server of servers) server.close()
    },
    backUp() {
      trace?.say('server backed up')
      backup = {
        image: world.server.connection.serialize(),
        back: [watch.backUp(), ledger.backUp()],
      }
    },
    restore() {
      if (backup === null) return
      trace?.say('server restored')
      for (const goBack of backup.back) goBack()
      const former = world.server
      world.server = guard(
        openServer(
          { image: backup.image, parts: former.parts },
          () => world.time.now(),
          plant,
          `server-${(generation += 1)}`,
        ),
      )
      for (const client of clients) {
        forgiveFiles(client, client.state(), former)
        for (const file of client.chosen) file.alias = null
      }
      admin = createAdmin(world.server, template)
      for (const client of clients) client.reconnect()
    },
  }
}
