import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const unit = read('docs', 'deployment', 'tenderbook.service')
const settingsOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Settings that keep a compromised server away from the rest of the machine. */
const HARD = {
  User: 'tenderbook',
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectKernelModules: 'yes',
  ProtectControlGroups: 'yes',
  RestrictNamespaces: 'yes',
  RestrictSUIDSGID: 'yes',
  LockPersonality: 'yes',
  SystemCallArchitectures: 'native',
  SystemCallFilter: '@system-service',
  UMask: '0077',
  IPAddressDeny: 'any',
  IPAddressAllow: 'localhost',
  StateDirectoryMode: '0700',
} as const
const softIn = (text: string): string[] =>
  Object.entries(HARD).flatMap(([name, value]) =>
    settingsOf(text).get(name) === value ? [] : [name],
  )

test('the systemd unit gives the server no unneeded right and lets it reach only this machine', () => {
  expect(softIn(unit)).toEqual([])
  expect(
    softIn(
      unit.replace('NoNewPrivileges=yes', 'NoNewPrivileges=no').replace('IPAddressDeny=any\n', ''),
    ),
  ).toEqual(['NoNewPrivileges', 'IPAddressDeny'])
})

test('the unit sets only variables that the server reads, no secret among them, and starts an existing file', () => {
  const known = new Set(
    [...read('server', 'env.ts').matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(
      ([, name = '']) => name,
    ),
  )
  const named = [...(settingsOf(unit).get('Environment') ?? '').matchAll(/\b([A-Z_]+)=/g)].map(
    ([, name = '']) => name,
  )
  expect(named).toContain('TRUSTED_PROXY')
  expect(named.filter((name) => !known.has(name) || /URL|PASSWORD|KEYS/.test(name))).toEqual([])
  expect(settingsOf(unit).get('ExecStart')).toContain('server/main.ts')
  expect(read('server', 'main.ts')).not.toBe('')
})

test('the guide names every variable that an operator has to set, and every file next to it', () => {
  const guide = read('docs', 'deployment.md')
  for (const name of [
    'BASE_URL',
    'TRUSTED_PROXY',
    'DATABASE_URL',
    'SMTP_URL',
    'ADMIN_EMAIL',
    'DEMO',
    'NODE_ENV',
    'DATA_DIR',
    'KEYS_FILE',
    'CLAMD_URL',
    'DATABASE_DIRECT_URL',
    'nginx.conf',
    'haproxy.cfg',
    'pgbackrest.conf',
    'pgbouncer.ini',
    'postgres.sql',
    'backup.sh',
    'tenderbook-backup.service',
    'tenderbook-backup.timer',
    'tenderbook.service',
  ])
    expect(guide).toContain(name)
})
