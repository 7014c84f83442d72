import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = new URL('.', import.meta.url)
const notice = readFileSync(new URL('../../NOTICE', here), 'utf8')

test('the NOTICE names every shipped file with its hash', () => {
  const shipped = [
    ...readdirSync(new URL('openacr', here)).map((name) => `openacr/${name}`),
    'owasp-asvs-5.0.0-en.csv',
  ]
  expect(shipped).toHaveLength(6)
  for (const name of shipped) {
    const hash = createHash('sha256')
      .update(readFileSync(new URL(name, here)))
      .digest('hex')
      .slice(0, 16)
    const entry = notice.slice(notice.indexOf(`server/demo/${name}`))
    expect(entry.slice(0, 300), name).toContain(hash)
  }
})
