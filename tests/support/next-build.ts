import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { projectRoot } from './project-root.ts'

export const NEXT_BUILD_MARK = 'next'
const TEXT = /\.(js|html)$/
/** Length of the hash, which may contain a dash, and of the extension. */
const HASH_END = 'xxxxxxxx.js'.length

/**
 * Copies the built client and changes the copy into a later build: another page, one script with a
 * new hash in its name in place of the old one, and a service worker that lists the new files.
 */
export const makeNextBuild = (
  scriptName: RegExp,
): { dir: string; formerScript: string; remove: () => void } => {
  const dir = mkdtempSync(join(tmpdir(), 'tenderbook-build-'))
  cpSync(resolve(projectRoot, 'dist/client'), dir, { recursive: true })
  const assets = join(dir, 'assets')
  const formerScript = readdirSync(assets).find((name) => scriptName.test(name))
  if (!formerScript) throw new Error(`the build has no script ${scriptName.source}`)
  const nextScript = `${formerScript.slice(0, -HASH_END)}nextNext.js`
  for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    TEXT.test(name),
  )) {
    const file = join(dir, path)
    const text = readFileSync(file, 'utf8')
    const next = nextText(path, text.replaceAll(formerScript, nextScript))
    if (next === text) continue
    writeFileSync(file, next)
    for (const packed of [`${file}.br`, `${file}.gz`]) if (existsSync(packed)) rmSync(packed)
  }
  for (const end of ['', '.br', '.gz'])
    if (existsSync(join(assets, formerScript + end)))
      renameSync(join(assets, formerScript + end), join(assets, nextScript + end))
  return { dir, formerScript, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const nextText = (path: string, text: string): string => {
  if (path === 'index.html')
    return text.replace('</title>', `</title><meta name="build" content="${NEXT_BUILD_MARK}">`)
  if (path !== 'service-worker.js') return text
  const next = text.replace(
    /"revision":"[0-9a-f]{32}"(?=,"url":"index\.html")/,
    `"revision":"${'0'.repeat(32)}"`,
  )
  if (next === text) throw new Error('the service worker does not list the page')
  return next
}
