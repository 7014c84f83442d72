import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listens } from './listens.ts'

interface Program {
  /** Path of the program. */
  path: string
  /** Files in a folder of its own, by name. */
  files: Readonly<Record<string, string>>
  /** Its arguments, which may name the folder. */
  args: (folder: string) => string[]
  /** Where it listens. */
  port: number
  /** User and group id of another user than root. */
  uid?: number
}
export interface RunningProgram {
  stop: () => Promise<void>
}

/** Runs a program of the system until `stop`, and resolves once it listens. */
export const runProgram = async (program: Program): Promise<RunningProgram> => {
  const { path, files, args, port, uid } = program
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-program-'))
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o644 })
  await chmod(folder, 0o755)
  const child = spawn(path, args(folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void (said += piece.toString()))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  while (!(await listens(`http://127.0.0.1:${port}`))) {
    if (child.exitCode !== null) throw new Error(`${path} ended while starting: ${said}`)
    await delay(20)
  }
  return {
    stop: async () => {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await ended
      clearTimeout(force)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
