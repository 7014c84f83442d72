import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const MB = 1_048_576

/** Resident memory of a process in MB, as reported by Linux; NaN elsewhere. */
export const residentMb = (pid: number | undefined): number => {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1_024
  } catch {
    return Number.NaN
  }
}

const TICKS_PER_SECOND = 100
/** Processor seconds that a process has used; on Linux only. */
export const cpuSecondsOf = (pid: number | undefined): number => {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const [, fields = ''] = readFileSync(path, 'utf8').split(') ')
  const [user = '', system = ''] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / TICKS_PER_SECOND
}

/** Resident memory of the renderer processes of a browser profile, workers included. */
export const renderersMb = (profileDir: string): number => {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.includes('--type=renderer') && command.includes(profileDir)
      } catch {
        return false
      }
    })
  return pids.reduce((sum, pid) => sum + residentMb(Number(pid)), 0)
}

/** Used JavaScript heap of a page after a garbage collection, in MB. */
export const pageHeapMb = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / MB
}
