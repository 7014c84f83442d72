import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 1024 ** 3

const hasRoom = () => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ENOUGH
}
/** Containers often mount it so that nothing in it can be run. */
const runsPrograms = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, , options]) => place === MEMORY && !options.split(',').includes('noexec'))

let folder
const make = () => {
  try {
    if (!runsPrograms() || !hasRoom()) return null
  } catch {
    // Another system than Linux has no such file system.
    return null
  }
  const made = mkdtempSync(join(MEMORY, 'tenderbook-'))
  // PostgreSQL runs as a user of its own.
  chmodSync(made, 0o711)
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

/**
 * Environment that keeps temporary files in memory, if the machine has such a place with enough
 * room. SQLite waits for the disk at each commit, and no test can see whether the data would outlive
 * a power cut.
 */
export const inMemory = () => {
  folder ??= make()
  return folder === null ? {} : { TMPDIR: folder }
}
