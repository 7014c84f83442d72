import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const pinnedNode = resolve(projectRoot, 'node_modules/.bin/node')
/** The Node of the lock file, or the running one where the platform has no such package. */
export const nodeBinary = existsSync(pinnedNode) ? pinnedNode : process.execPath
