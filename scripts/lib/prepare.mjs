// Runs on any Node from 18 on, before the install, so it uses only Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const inRoot = (path) => join(root, path)

/** The Node of the lock file, or the running one on other platforms. */
export const nodeBinary = () =>
  existsSync(inRoot('node_modules/.bin/node')) ? inRoot('node_modules/.bin/node') : process.execPath

/** Resolves with the exit code; a process ended by a signal counts as 1. */
export const run = (command, args, options = {}) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', fail)
    child.once('exit', (code) => done(code ?? 1))
  })

/** Installs exactly the lock file when node_modules is missing or older than it. */
export const ensureInstalled = async () => {
  const installed = inRoot('node_modules/.package-lock.json')
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
  )
    return
  console.log('Installing the packages of package-lock.json …')
  const npm = process.env.npm_execpath
  // The build needs development packages, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--include=optional']
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (code !== 0) throw new Error(`npm ci ended with ${code}`)
}

const STAMP = 'dist/build-stamp.txt'
const SOURCES = ['client', 'schema', 'sync', 'scripts/lib', 'vite.config.ts', 'package-lock.json']

/** Hash of all files that the client is built from: if no source has changed, nothing is built. */
export const sourceStamp = () => {
  const hash = createHash('sha256')
  for (const path of SOURCES) addToHash(hash, path)
  return hash.digest('hex')
}
const addToHash = (hash, path) => {
  const full = inRoot(path)
  if (!existsSync(full)) return
  if (statSync(full).isDirectory()) {
    for (const entry of readdirSync(full).sort()) addToHash(hash, `${path}/${entry}`)
  } else if (!path.includes('.test.')) {
    hash.update(path).update('\0').update(readFileSync(full))
  }
}

export const isBuilt = () =>
  existsSync(inRoot('dist/client/index.html')) &&
  existsSync(inRoot(STAMP)) &&
  readFileSync(inRoot(STAMP), 'utf8') === sourceStamp()
export const stampFile = inRoot(STAMP)

/** Builds the client unless a build of exactly these sources exists. */
export const ensureBuilt = async () => {
  if (isBuilt()) return
  console.log('Building the client …')
  const code = await run(nodeBinary(), ['scripts/build.mjs'])
  if (code !== 0) throw new Error(`the build ended with ${code}`)
}
