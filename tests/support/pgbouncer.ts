import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import type { PostgresNode } from './postgres-node.ts'
import { projectRoot } from './project-root.ts'
import { type RunningProgram, runProgram } from './run-program.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)
export const hasPgbouncer = PGBOUNCER !== undefined
/** It refuses to run as root; the user need not exist. */
const UID = 65_534
/** Fewer than the connections of one server, so that transactions share them. */
const POOL_SIZE = 3

/** Runs docs/deployment/pgbouncer.ini in front of a node; only places and passwords differ. */
export const startPgbouncer = async (
  node: PostgresNode,
  database: string,
): Promise<RunningProgram & { url: string }> => {
  if (PGBOUNCER === undefined) throw new Error('pgbouncer is not installed')
  const port = await freePort()
  const written = readFileSync(join(projectRoot, 'docs/deployment/pgbouncer.ini'), 'utf8')
  const changed = written
    .replace('port=5432', `port=${node.port} user=postgres password=postgres`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('auth_type = scram-sha-256', 'auth_type = any')
    .replace(/auth_file = .*/, '')
    .replace(/default_pool_size = .*/, `default_pool_size = ${POOL_SIZE}`)
  const running = await runProgram({
    path: PGBOUNCER,
    files: { 'pgbouncer.ini': changed },
    args: (folder) => [join(folder, 'pgbouncer.ini')],
    port,
    ...(process.getuid?.() === 0 ? { uid: UID } : {}),
  })
  return { ...running, url: `postgres://postgres:x@127.0.0.1:${port}/${database}?prepare=false` }
}
