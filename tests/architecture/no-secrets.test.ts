import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { projectRoot } from '../support/project-root.ts'

/** Patterns of foreign secrets: keys, tokens of services, URLs with a password. */
const SECRETS = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_\w{36}/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\bnpm_\w{36}\b/,
  /\bsk-[\w-]{32,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/'"`$]+:(?!(?:password|secret|postgres)@)[^\s@/'"`$]{3,}@/,
]
/** Whole words that only the server needs; none may reach a browser. */
const SERVER_ONLY =
  /\b(?:DATABASE_URL|SMTP_URL|CLAMD_URL|ADMIN_EMAIL|KEYS_FILE|server_meta|session_tokens|otp_secret|recovery_codes)\b/
const secretsIn = (text: string): string[] =>
  SECRETS.flatMap((pattern) => pattern.exec(text)?.[0].slice(0, 40) ?? [])

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && !/\.(?:png|woff2|ico)$/.test(path))

test('no file of the project contains a key, a token or a password of a service', () => {
  expect(tracked.length).toBeGreaterThan(500)
  const found = tracked
    .filter(
      (path) =>
        existsSync(join(projectRoot, path)) && path !== 'tests/architecture/no-secrets.test.ts',
    )
    .flatMap((path) =>
      secretsIn(readFileSync(join(projectRoot, path), 'utf8')).map(
        (secret) => `${path}: ${secret}`,
      ),
    )
  expect(found).toEqual([])
})

const dist = join(projectRoot, 'dist', 'client')
test.skipIf(!existsSync(dist))(
  'no file sent to the browser names what only the server needs',
  () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:js|css|html|json)$/.test(path),
    )
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((path) => {
      const text = readFileSync(join(dist, path), 'utf8')
      return [...secretsIn(text), ...(SERVER_ONLY.exec(text) ?? [])].map(
        (what) => `${path}: ${what}`,
      )
    })
    expect(found).toEqual([])
  },
)

test('the check finds planted secrets and passes examples', () => {
  for (const text of [
    '-----BEGIN RSA PRIVATE KEY-----',
    `AKIA${'A'.repeat(16)}`,
    `ghp_${'a'.repeat(36)}`,
    'postgres://tender:hunter22@db.example/x',
    `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.c`,
  ])
    expect([text, secretsIn(text).length]).toEqual([text, 1])
  for (const text of [
    'postgres://user:password@host/x',
    'smtp://user:secret@mail.example',
    'https://tenders.example/',
  ])
    expect([text, secretsIn(text)]).toEqual([text, []])
  expect(SERVER_ONLY.test('process.env.SMTP_URL')).toBe(true)
})

/** Names of a password hint or of a security question. */
const HINT =
  /hint|secret_?question|security_?(?:question|answer)|mother|maiden|first_?pet|reminder/i
const fieldsOf = (schema: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { entries } = schema as { entries?: Record<string, unknown> }
  const own = entries !== undefined && !Array.isArray(entries) ? Object.keys(entries) : []
  return [
    ...own,
    ...Object.values(schema)
      .flatMap((inner) => (Array.isArray(inner) ? inner : [inner]))
      .flatMap((inner) => fieldsOf(inner, seen)),
    ...(entries === undefined
      ? []
      : Object.values(entries).flatMap((inner) => fieldsOf(inner, seen))),
  ]
}

test('no call and no table has a password hint or a security question', () => {
  const fields = fieldsOf(API)
  const folder = join(projectRoot, 'server', 'database')
  const files = readdirSync(folder).filter((name) => name.endsWith('tables.ts'))
  expect(files.length).toBeGreaterThan(3)
  const columns = files.flatMap(
    (name): string[] => readFileSync(join(folder, name), 'utf8').match(/\b\w+(?=\??: )/g) ?? [],
  )
  expect([
    fields.length > 200,
    fields.includes('newPasswordHash'),
    columns.includes('otp_secret'),
  ]).toEqual([true, true, true])
  expect([...fields, ...columns].filter((name) => HINT.test(name))).toEqual([])
  expect(
    ['passwordHint', 'security_answer', 'mothersMaidenName'].filter((name) => !HINT.test(name)),
  ).toEqual([])
})
