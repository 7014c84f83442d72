import { vi } from 'vitest'

/** Runs the program of the worker, with copies of the messages, as between two threads. */
export class ClonedThread extends EventTarget {
  readonly isReady: Promise<unknown>
  hear: (event: { data: unknown }) => void = () => undefined
  constructor(url: URL | string) {
    super()
    vi.resetModules()
    vi.stubGlobal('addEventListener', (_: string, hear: ClonedThread['hear']) => {
      this.hear = hear
    })
    vi.stubGlobal('postMessage', (data: unknown) =>
      this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })),
    )
    this.isReady = String(url).includes('reqif-worker')
      ? import('../../client/features/import/reqif/reqif-worker.ts')
      : import('../../client/features/import/parse-worker.ts')
  }
  postMessage(data: unknown): void {
    const copy: unknown = structuredClone(data)
    void this.isReady.then(() => this.hear({ data: copy }))
  }
  terminate(): void {
    this.hear = () => undefined
  }
}
