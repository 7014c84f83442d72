import { vi } from 'vitest'

/* The setup file of all tests: a wait ends when it sees what it waits for. By default it gives up
 * after one second, which a busy machine exceeds; then the test would measure the machine. */

const PATIENCE_MS = 30_000

const waitFor = vi.waitFor
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
