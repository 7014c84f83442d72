import { PROJECT_ID } from '../../support/project-rows.ts'
import { type Admin, createAdmin } from './admin.ts'
import { rowIdOf } from './files/attach.ts'
import { isNamed } from './files/file-checks.ts'
import { leaksOf } from './isolation.ts'
import type { Ledger } from './ledger.ts'
import type { Plant } from './plant.ts'
import type { SimClient } from './sim-client.ts'
import type { SimWorld } from './sim-network.ts'
import { openServer, type SimServer } from './sim-server.ts'
import type { Template } from './template.ts'
import type { Trace } from './trace.ts'
import type { Watch } from './watch.ts'

/** The observed server, its admin, and the backups of both. */
export interface House {
  admin(): Admin
  /**
   * The server loses what it accepted since the last backup: it is restored under another id, or a
   * standby that lags takes over under the same one.
   */
  restore(): void
  /** Whether a standby that lags has ever taken over. */
  hasLagged(): boolean
  backUp(): void
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
  /** Whether the server keeps its id the first time that it goes back, and then every other time. */
  isLaggingFirst: boolean
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
  isLaggingFirst,
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
  let hasLagged = false
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
  const markLost = (client: SimClient, former: SimServer): void => {
    for (const file of client.chosen) {
      const rowId = rowIdOf(file, client)
      if (isNamed(former, rowId) && !isNamed(world.server, rowId)) file.isLost = true
    }
  }
  guard(world.server)
  let admin = createAdmin(world.server, template)
  return {
    admin: () => admin,
    hasLagged: () => hasLagged,
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
      const isLagging = (servers.length % 2 === 1) === isLaggingFirst
      hasLagged ||= isLagging
      trace?.say(isLagging ? 'a standby that lags took over' : 'server restored')
      for (const goBack of backup.back) goBack()
      const former = world.server
      world.server = guard(
        openServer(
          { image: backup.image, parts: former.parts },
          () => world.time.now(),
          plant,
          isLagging ? former.serverId : `server-${(generation += 1)}`,
        ),
      )
      for (const client of clients) markLost(client, former)
      admin = createAdmin(world.server, template)
      for (const client of clients) client.reconnect()
    },
  }
}
