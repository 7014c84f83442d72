import type { LiveChange } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { type CommandArgs, MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import type { FileRecord } from '#sync/browser/files/file-records.ts'
import type { FileSender } from '#sync/browser/files/file-sender-ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { Change } from '#sync/engine/change.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { type Comparer, type ComparePorts, createComparer } from '#sync/engine/pull/compare.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import type { Engine } from '#sync/engine/engine-ports.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { OutboxEntry, Storage, TransactionKind } from '#sync/engine/ports.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import { stepThrough } from '#sync/engine/undo/undo.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { createDisk, type DiskOptions } from './disk.ts'
import { createDiskOrder } from './disk-order.ts'
import type { SimFile } from './files/attach.ts'
import { createFileDevice } from './files/file-device.ts'
import type { Plant } from './plant.ts'
import { rowShown } from './row-shown.ts'
import { editsOf, type Request, type SimEdit } from './sim-edit.ts'
import { createSimNetwork, type Line, type Machine, type SimWorld } from './sim-network.ts'
import type { SimUser } from './template.ts'
import { holdsWord, type Place, wordsOf } from './tracked.ts'
import { settle } from './virtual-time.ts'

const commands = bindCommands(MUTATIONS)
/** The undo scope of deletions only. */
const DELETIONS = PROJECT_ID
/** Entities whose restoration brings back other rows. */
const BROUGHT_BACK: ReadonlySet<Entity> = new Set(['package', 'document', 'requirement'])
/** Shorter than in a browser, because a history lasts minutes. */
const COMPARE_EVERY_MS = 20_000
const isDeletion = (command: string): boolean => command.endsWith('.delete')

export interface SimClient {
  readonly number: number
  readonly user: SimUser
  readonly machine: Machine
  readonly edits: SimEdit[]
  /** Words that this person deleted, and so had seen. */
  readonly takenAway: Set<string>
  /**
   * Packages, documents, sections and requirements whose deletion this person undid, as far as the
   * device held them.
   */
  readonly broughtBack: Set<string>
  /** Files that this person chose here. */
  readonly chosen: SimFile[]
  isOnline: boolean
  state(): MemoryState
  /** Files that are still on the device; undefined where people attach none. */
  files(): ReadonlyMap<string, FileRecord> | undefined
  engineState(): EngineState
  /**
   * Writes one edit in one of two tabs; a refused edit writes nothing.
   * @returns whether it was written
   */
  give(request: Request): Promise<boolean>
  /** Undoes the device's last deletion that is not undone yet, whatever its verdict. */
  takeBack(): Promise<void>
  /** Attaches a file, unless the rules refuse it. */
  choose(file: SimFile): Promise<void>
  /** Renames a file that has not been sent. */
  nameFile(file: SimFile, alias: string): void
  /** The row as the person sees it, unsent edits included. */
  row<E extends Entity>(entity: E, id: string): Row<E> | undefined
  /** The words at a place; undefined where the person does not see the row. */
  shown(place: Place): string | null | undefined
  /** Kills all processes; `isPowerLost` also loses the writes that were not on the disk. */
  crash(isPowerLost?: boolean): void
  /** The browser deletes the database. */
  evict(): void
  /** Ends the device after the history. */
  close(): Promise<void>
  /** Another tab becomes the leader before this one knows. */
  steal(): void
  signIn(): void
  signOut(): void
  /** Signs in again after the session ended. */
  renew(): void
  tryNow(): void
  /** Compares the copies with the server, in histories that compare. */
  compareNow(): void
  /** Reconnects after the socket broke or the server was replaced. */
  reconnect(): void
}
export interface ClientOptions {
  number: number
  user: SimUser
  machine: Machine
  plant: Plant
  hasFiles: boolean
  /** Whether the device compares its copies with the server now. */
  isComparing: () => boolean
  shipped: DiskOptions['shipped']
  onCommit: (client: SimClient, state: MemoryState, before: MemoryState) => void
  /** Called before a sign-out removes what the device keeps of the server. */
  onSignOut: (client: SimClient) => void
}

/** One person on one device: two tabs over one database, one of which leads. */
export const createClient = (
  world: SimWorld,
  {
    number,
    user,
    machine,
    plant,
    hasFiles,
    isComparing,
    shipped,
    onCommit,
    onSignOut,
  }: ClientOptions,
): SimClient => {
  const { time, random } = world
  const order = createDiskOrder()
  const disk = createDisk({ clientId: `client-${number}`, order, shipped })
  const edits: SimEdit[] = []
  const person = { userId: user.userId, name: user.name }
  let life = 0
  let hasSession = true
  let isRunning = false
  let engine: Engine | undefined
  let sender: FileSender | undefined
  let comparer: Comparer | undefined
  let tabs: { id: string; storage: Storage }[] = []
  let unsubscribe = (): void => undefined
  const skewMs = random.below(10_000) - 5_000
  const now = (): number => time.now() + skewMs

  /** A dead process neither reads nor writes any more, wherever it was. */
  const mortality =
    (born: number, chance: 'clientCrash' | 'fileCrash' = 'clientCrash') =>
    (kind?: TransactionKind): boolean => {
      if (born === life && kind !== 'read' && random.chance(world.faults[chance]))
        crash(random.chance(0.3))
      return born !== life
    }
  const mortal = (born: number): Storage =>
    disk.storage({
      isDead: mortality(born),
      onCommit: (state, before) => onCommit(client, state, before),
    })
  const openTab = (name: string): Storage => {
    const storage = mortal(life)
    const planted = plant.storage?.(storage, disk.memory) ?? storage
    tabs.push({ id: `tab-${number}-${life}-${name}`, storage: planted })
    return planted
  }
  const line: Line = {
    user,
    machine,
    isOnline: () => client.isOnline,
    hasSession: () => hasSession,
    endSession: () => {
      hasSession = false
      time.after(random.below(20_000), renew)
    },
  }
  const network = createSimNetwork(world, line, plant)
  const device = hasFiles ? createFileDevice(world, line, person, order) : undefined

  const hear =
    (born: number) =>
    (change: LiveChange): void => {
      const copies = random.chance(world.faults.duplicate) ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1) {
        time.after(random.below(world.faults.slowMs), () => {
          if (born === life && client.isOnline && !random.chance(world.faults.loseLive))
            engine?.live(plant.live?.(change) ?? change)
        })
      }
    }
  const connect = (): void => {
    unsubscribe()
    unsubscribe = world.server.subscribe(user.userId, hear(life))
  }
  const startEngine = (storage: Storage, tab: string): void => {
    const surroundings = {
      now,
      random: random.next,
      newId: () => `id-${number}-${random.below(1e9)}`,
      sleep: (ms: number) => time.sleep(ms),
    }
    const ports = {
      storage,
      network: plant.network?.(network, disk.memory) ?? network,
      commands,
      person,
      surroundings,
      onChange: (changes: readonly Change[]) => {
        if (
          changes.some(
            ({ outbox, parked, reload, rows }) =>
              outbox || parked || reload || rows.some(({ entity }) => entity === 'attachment'),
          )
        )
          own?.heard(false)
      },
      onState: ({ phase }: EngineState) => {
        if (phase !== 'idle') return
        own?.reached()
        if (isComparing()) comparing.rested()
      },
    }
    const fresh = createEngine(plant.engine?.(ports) ?? ports)
    const own = device?.openSender({
      storage,
      surroundings,
      tab,
      isDead: mortality(life, 'fileCrash'),
      wake: () => fresh.wake(),
    })
    const comparing = openComparer(storage, fresh)
    comparer = comparing
    engine = fresh
    sender = own
    fresh.start()
    own?.start()
  }
  const openComparer = (storage: Storage, of: Engine): Comparer => {
    const ports: ComparePorts = {
      storage,
      network,
      now,
      everyMs: COMPARE_EVERY_MS,
      isQuiet: () => of.isReady(),
      onWrong: () => of.tryNow(),
      onCompared: () => undefined,
    }
    return createComparer(plant.compare?.(ports) ?? ports)
  }
  const start = (): void => {
    if (isRunning || machine.signedIn !== user) return
    isRunning = true
    const born = life
    tabs = []
    const storage = openTab('leader')
    openTab('other')
    connect()
    // Open the project, as a tab does.
    void storage
      .transaction('apply', async (tx) => {
        const cursor = await tx.cursor(PROJECT_ID)
        if (cursor === undefined || cursor.isDenied)
          tx.putCursor({ ...newCursor(PROJECT_ID), rev: (cursor?.rev ?? 0) + 1 })
      })
      .then(() => {
        if (born === life) startEngine(storage, tabs[0]?.id ?? '')
      })
  }
  const end = (): void => {
    life += 1
    isRunning = false
    unsubscribe()
    void engine?.stop()
    void sender?.stop()
    engine = undefined
    sender = undefined
    comparer = undefined
  }
  const crash = (isPowerLost = false): void => {
    end()
    if (isPowerLost) {
      const cut = order.pickCut(random)
      disk.losePower(cut)
      device?.losePower(cut)
    }
    time.after(10 + random.below(2_000), start)
  }
  const keptEntries = (): OutboxEntry[] =>
    [...disk.memory().state().kept.values()].map(({ entry }) => entry)
  /** The device no longer knows of these edits. */
  const lose = (entries: readonly { args: unknown }[], reason: 'evicted' | 'signedOut'): void => {
    const text = JSON.stringify(entries.map(({ args }) => args))
    for (const one of edits) if (holdsWord(text, one.word)) one.lostWith = reason
  }
  const renew = (): void => {
    hasSession = true
    engine?.tryNow()
    sender?.tryNow()
  }

  const client: SimClient = {
    number,
    user,
    machine,
    edits,
    takenAway: new Set(),
    broughtBack: new Set(),
    chosen: [],
    isOnline: true,
    crash,
    renew,
    state: () => disk.memory().state(),
    engineState: () => engine?.state() ?? { phase: 'idle' },
    files: () => device?.records(),
    tryNow() {
      engine?.tryNow()
      sender?.tryNow()
    },
    compareNow: () => void comparer?.now().catch(() => undefined),
    reconnect: () => {
      if (isRunning) connect()
    },
    row: (entity, id) => rowShown(disk.memory().state(), entity, id),
    shown({ entity, id, field }) {
      const row = client.row(entity, id)
      return row === undefined ? undefined : (wordsOf(entity, row).get(field) ?? null)
    },
    steal() {
      if (!isRunning) return
      const [formerEngine, formerSender] = [engine, sender]
      const storage = openTab(`thief-${time.now()}`)
      startEngine(storage, tabs.at(-1)?.id ?? '')
      time.after(random.below(6_000), () => {
        void formerEngine?.stop()
        void formerSender?.stop()
      })
    },
    close: () => disk.close(),
    evict() {
      const { outbox, parked } = client.state()
      const lost = [...outbox.values(), ...parked.values(), ...keptEntries()]
      lose(lost, 'evicted')
      for (const one of edits) one.isEvicted = true
      for (const file of client.chosen) file.isEvicted = true
      device?.evict()
      end()
      disk.evict(`client-${number}-${life}`)
      time.after(10 + random.below(2_000), start)
    },
    signIn() {
      if (isRunning) end()
      hasSession = true
      machine.signedIn = user
      start()
    },
    signOut() {
      machine.signedIn = null
      // A sleeping tab learns of the sign-out later.
      time.after(random.below(3_000), () => {
        if (machine.signedIn === user) return
        end()
        const kept = keptEntries()
        lose(kept, 'signedOut')
        for (const file of client.chosen)
          if (holdsWord(JSON.stringify(kept.map(({ args }) => args)), file.id))
            file.isForgotten = true
        onSignOut(client)
        disk.forgetBase()
      })
    },
    async choose(file) {
      const [tab] = tabs
      if (device === undefined || tab === undefined || !isRunning || machine.signedIn !== user)
        return
      const isChosen = await Promise.race([
        device.choose(file, tab.storage, now()),
        settle().then(() => false),
      ])
      if (isChosen) client.chosen.push(file)
      sender?.wake()
    },
    nameFile(file, alias) {
      if (isRunning && machine.signedIn === user && device?.name(file.id, alias) === true)
        file.alias = alias
    },
    async takeBack() {
      if (!isRunning || machine.signedIn !== user) return
      const tab = random.pick(tabs)
      const writer = { commands, person, id: tab.id, now: now() }
      try {
        await Promise.race([
          tab.storage.transaction('edit', (tx) =>
            stepThrough(tx, writer, { scope: DELETIONS, direction: 'undo' }),
          ),
          settle(),
        ])
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return
      }
      for (const { command, args, poison } of client.state().outbox.values()) {
        // One that fills a gap in the numbers has no arguments.
        if (command !== 'content.restore' || poison !== null) continue
        const { root, shown = [] } = args as CommandArgs['content.restore']
        client.broughtBack.add(root.id)
        for (const { entity, row } of shown)
          if (BROUGHT_BACK.has(entity)) client.broughtBack.add(row.id)
      }
      engine?.wake()
    },
    async give({ command, args, words = [], clears }) {
      const born = life
      if (!isRunning || machine.signedIn !== user) return false
      const tab = random.pick(tabs)
      const isLeader = tab === tabs[0]
      const writer = {
        commands,
        person,
        id: tab.id,
        now: now(),
        isSending: isLeader && engine?.isReady() === true,
      }
      const fresh = editsOf(client, words)
      const gone = clears === undefined ? undefined : client.shown(clears)
      if (typeof gone === 'string') client.takenAway.add(gone)
      const request = {
        projectId: PROJECT_ID,
        command,
        args: { projectId: PROJECT_ID, ...args },
        label: command,
        undo: { scope: isDeletion(command) ? DELETIONS : 's', group: '' },
      }
      const before = edits.length
      try {
        const work = tab.storage.transaction('edit', (tx) => edit(tx, writer, request))
        edits.push(...fresh)
        const result = await Promise.race([work, settle()])
        // The commit counts, not whether the person heard of it.
        const text = JSON.stringify([...client.state().outbox.values()])
        if (born !== life && !fresh.every(({ word }) => holdsWord(text, word)))
          edits.splice(before, fresh.length)
        const step = isDeletion(command) ? (result?.step ?? null) : null
        if (step !== null)
          await Promise.race([
            tab.storage.transaction('apply', (tx) => recordStep(tx, step)),
            settle(),
          ])
        if (result?.written === undefined) engine?.wake()
        else void engine?.send(result.written)
        return true
      } catch (error) {
        edits.splice(before, fresh.length)
        if (!(error instanceof Refusal)) throw error
        return false
      }
    },
  }
  if (machine.signedIn === user) start()
  return client
}
