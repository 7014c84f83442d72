import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { runProgram, type Scan } from './sqlmap.ts'

/**
 * Modules of wapiti without those that contact third hosts and without `backup`: the application's
 * page answers every unknown path, and [HT12] tests that no server file is ever sent.
 */
const MODULES = [
  'blindsql',
  'cookieflags',
  'crlf',
  'csp',
  'csrf',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'xss',
]
/**
 * Findings about an obsolete header: current browsers ignore it, and older ones could be tricked by
 * it.
 */
const WRONG = new Set(['X-XSS-Protection is not set'])

const Found = v.object({
  method: v.string(),
  path: v.string(),
  info: v.string(),
  parameter: v.nullish(v.string()),
})
const Report = v.object({
  vulnerabilities: v.record(v.string(), v.array(Found)),
  anomalies: v.record(v.string(), v.array(Found)),
  infos: v.object({ target: v.string() }),
})

/** Findings in a wapiti report, one line each. */
export const readWapiti = (json: string): string[] => {
  const { vulnerabilities, anomalies } = v.parse(Report, JSON.parse(json))
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(
    ([kind, list]) =>
      list
        .filter(({ info }) => !WRONG.has(info))
        .map(
          ({ method, path, info, parameter }) =>
            `${kind}: ${info} (${method} ${path}${parameter ? `, ${parameter}` : ''})`,
        ),
  )
}

export interface WapitiTarget {
  readonly url: string
  readonly starts: readonly string[]
  readonly token?: string
  readonly maxSeconds: number
}

export const wapiti = async ({ url, starts, token, maxSeconds }: WapitiTarget): Promise<Scan> => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-wapiti-'))
  const report = join(folder, 'report.json')
  try {
    const text = await runProgram('wapiti', [
      '-u',
      `${url}/`,
      ...starts.flatMap((path) => ['-s', url + path]),
      ...(token === undefined ? [] : ['-H', `X-Auth-Token: ${token}`]),
      '--scope',
      'folder',
      '-m',
      MODULES.join(','),
      '--max-scan-time',
      String(maxSeconds),
      '--flush-session',
      '--store-session',
      folder,
      '--no-bugreport',
      '-f',
      'json',
      '-o',
      report,
      '-v',
      '1',
      '--skip',
      'X-Auth-Token',
    ])
    const json = await readFile(report, 'utf8').catch((cause: unknown) => {
      throw new Error(`wapiti wrote no report:\n${text.slice(-2_000)}`, { cause })
    })
    return {
      findings: readWapiti(json),
      requests: (text.match(/^\[\+\] (?:GET|POST) /gm) ?? []).length,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
