import { setTimeout as delay } from 'node:timers/promises'
import { SyncDevice } from '../api/sync-client.ts'
import { signInOwner } from './load-world.ts'

const PAUSE_MS = 300

/**
 * A device that pulls one project without end. It signs in again after every failure, and starts
 * over when the server was restored.
 */
export class SoakReader {
  pulls = 0
  readonly breaches: string[] = []
  readonly #url: string
  readonly #projectId: string
  #device: SyncDevice

  private constructor(url: string, projectId: string, device: SyncDevice) {
    this.#url = url
    this.#projectId = projectId
    this.#device = device
  }

  static async open(url: string, projectId: string): Promise<SoakReader> {
    return new SoakReader(url, projectId, new SyncDevice(await signInOwner(url)))
  }

  async run(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await this.#pull().catch(() => this.#signIn())
      await delay(PAUSE_MS)
    }
  }

  /** Compares what the device has gathered with the first sync of a new one, row by row. */
  async compare(): Promise<string[]> {
    await this.#pull()
    const fresh = new SyncDevice(await signInOwner(this.#url))
    await fresh.pull(this.#projectId)
    const [gathered, whole] = [new Set(this.#device.all()), new Set(fresh.all())]
    const missing = [...whole].filter((row) => !gathered.has(row))
    const extra = [...gathered].filter((row) => !whole.has(row))
    return [
      ...this.breaches,
      ...missing.map((row) => `a reader lacks ${row}`),
      ...extra.map((row) => `a reader still has ${row}`),
    ]
  }

  async #pull(): Promise<void> {
    await this.#device.pull(this.#projectId)
    this.pulls += 1
    if (this.#device.denied.length > 0) this.breaches.push('a reader was denied its project')
  }

  async #signIn(): Promise<void> {
    const client = await signInOwner(this.#url).catch(() => null)
    if (client === null) return
    if (client.serverId === this.#device.client.serverId) this.#device.client = client
    else this.#device = new SyncDevice(client)
  }
}
