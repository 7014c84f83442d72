import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { projectRoot } from './project-root.ts'
import { type RunningProgram, runProgram } from './run-program.ts'

const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync)
export const hasHaproxy = HAPROXY !== undefined

interface Ports {
  port: number
  healthPort: number
}

/** Runs docs/deployment/haproxy.cfg in front of two servers, without TLS; only ports differ. */
export const startHaproxy = async (
  one: Ports,
  two: Ports,
): Promise<RunningProgram & { url: string }> => {
  if (HAPROXY === undefined) throw new Error('haproxy is not installed')
  const port = await freePort()
  const written = readFileSync(join(projectRoot, 'docs/deployment/haproxy.cfg'), 'utf8')
  const changed = written
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('127.0.0.1:4000 port 9464', `127.0.0.1:${one.port} port ${one.healthPort}`)
    .replace('127.0.0.1:4001 port 9465', `127.0.0.1:${two.port} port ${two.healthPort}`)
  const running = await runProgram({
    path: HAPROXY,
    files: { 'haproxy.cfg': changed },
    args: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
    port,
  })
  return { ...running, url: `http://127.0.0.1:${port}` }
}
