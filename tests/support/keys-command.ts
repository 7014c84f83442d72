import { execFile } from 'node:child_process'
import { nodeBinary, projectRoot } from './project-root.ts'

export interface Told {
  code: number
  text: string
}

/** Runs `npm run keys` on the keys and the database of a place. */
export const keysCommand = (
  {
    dataDir,
    databaseUrl,
    env = {},
  }: { dataDir: string; databaseUrl: string | undefined; env?: Record<string, string> },
  ...args: string[]
): Promise<Told> =>
  new Promise((done) => {
    const {
      DATABASE_URL: _inherited,
      BASE_URL: _ofVitest,
      NODE_ENV: _mode,
      ...inherited
    } = process.env
    const own = {
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    const options = { cwd: projectRoot, env: { ...inherited, ...own, ...env } }
    const child = execFile(
      nodeBinary,
      ['server/keys-command.ts', ...args],
      options,
      (_error, out, problem) => done({ code: child.exitCode ?? 1, text: out + problem }),
    )
  })
