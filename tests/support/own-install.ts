import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * For a tool that is too heavy for the product's install: it has a lock file in a folder of its
 * own, and comes when it is first used.
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
