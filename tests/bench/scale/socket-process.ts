import { type ChildProcess, spawn } from 'node:child_process'
import { nodeBinary, projectRoot } from '../../support/project-root.ts'
import type { SocketAnswer, SocketOrder } from './socket-clients.ts'

/** Starts a process with the largest number of open files that the machine permits. */
export const spawnRoomy = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isTalking: boolean,
): ChildProcess =>
  spawn('/bin/sh', ['-c', 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"', nodeBinary, ...args], {
    cwd: projectRoot,
    env,
    stdio: isTalking ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'inherit'],
  })

export interface SocketProcess {
  tell(order: SocketOrder): Promise<Exclude<SocketAnswer, { failed: string }>>
  end(): void
}

export const startSockets = (): SocketProcess => {
  const child = spawnRoomy(['tests/bench/scale/socket-clients.ts'], process.env, true)
  return {
    tell: (order) =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error('the sockets have ended')))
        child.once('message', (answer: SocketAnswer) =>
          'failed' in answer ? reject(new Error(answer.failed)) : resolve(answer),
        )
        child.send(order)
      }),
    end: () => child.disconnect(),
  }
}
