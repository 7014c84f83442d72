import { spawn } from 'node:child_process'
import { nodeBinary, projectRoot } from './project-root.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}
interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

/** Runs a command of the operator on a place, as `npm run` does. */
export const operatorCommand = (
  script: 'backup' | 'verify' | 'restore' | 'move-database' | 'move-files',
  { dataDir, databaseUrl }: Place,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> =>
  new Promise((done) => {
    const {
      DATABASE_URL: _inherited,
      BASE_URL: _ofVitest,
      NODE_ENV: _mode,
      ...inherited
    } = process.env
    const child = spawn(nodeBinary, [`server/${script}-command.ts`, ...args], {
      cwd: projectRoot,
      env: {
        ...inherited,
        DATA_DIR: dataDir,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...env,
      },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end(input)
    child.once('close', (code) => done({ code, out, err }))
  })
