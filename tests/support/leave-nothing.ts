import { afterAll, vi } from 'vitest'

// The files of a project without isolation share a worker and its modules: what a file changed ends
// with it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
