import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Loads a tool that is too heavy for the product's install: it has its own folder and lock file,
 * and is installed on first use.
 */
export const installIn = (folder: string, name: string): NodeJS.Require => {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (
    !existsSync(installed) ||
    statSync(installed).mtimeMs < statSync(join(folder, 'package-lock.json')).mtimeMs
  ) {
    console.log(`Installing ${name} …`)
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
      cwd: folder,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`npm ci of ${name} failed`)
  }
  return createRequire(join(folder, 'package.json'))
}
