import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Scan {
  readonly findings: readonly string[]
  readonly requests: number
}

const SERVER_ERROR = /\b5\d\d \(/
const TRIED =
  /all tested parameters do not appear to be injectable|identified the following injection point/

/**
 * Findings in the output of sqlmap. Throws if the output shows no attempts, because that is no
 * result.
 */
export const readSqlmap = (text: string): string[] => {
  if (!TRIED.test(text)) throw new Error(`sqlmap tried nothing:\n${text.slice(-2_000)}`)
  const injectable = [...text.matchAll(/^Parameter: (.+)$/gm)].map(
    ([, parameter]) => `SQL injection in ${parameter}`,
  )
  const failed = text
    .split('\n')
    .filter((line) => /HTTP error codes/.test(line) || SERVER_ERROR.test(line))
    .filter((line) => SERVER_ERROR.test(line))
    .map((line) => `the server failed: ${line.trim()}`)
  return [...injectable, ...failed]
}

/** Runs a program to its end at low priority and returns its whole output. */
export const runProgram = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn('nice', ['-n', '15', program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => void pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => void pieces.push(piece))
    child.once('error', fail)
    child.once('close', () => done(Buffer.concat(pieces).toString('utf8')))
  })

const OPTIONS = [
  '--batch',
  '--ignore-stdin',
  '--disable-coloring',
  '--flush-session',
  '--dbms=sqlite',
  '--level=1',
  '--risk=1',
  '--technique=BEU',
  '--retries=1',
  '--timeout=20',
  '--ignore-code=*',
  '--drop-set-cookie',
]

/** @param request in the format of `requestFile`; sqlmap tries the marked values */
export const sqlmap = async (request: string): Promise<Scan> => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-sqlmap-'))
  try {
    const file = join(folder, 'request.txt')
    await writeFile(file, request)
    const text = await runProgram('sqlmap', ['-r', file, `--output-dir=${folder}`, ...OPTIONS])
    const tried = [...text.matchAll(/\d{3} \([\w ]+\) - (\d+) times/g)].reduce(
      (sum, [, times]) => sum + Number(times),
      0,
    )
    return { findings: readSqlmap(text), requests: tried }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
