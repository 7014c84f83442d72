/**
 * Who may import what. One row per folder; the longest matching folder applies. A change here is a
 * decision: give the reason in the commit.
 */
export interface Zone {
  /** `client/features/*` makes every subfolder a zone of its own. */
  readonly folder: string
  /** Folders that the zone may import besides itself. */
  readonly mayImport: readonly string[]
  /** Packages that the zone may import; `node:` stands for all modules of Node. */
  readonly packages: readonly string[]
}

const DATA_PACKAGES = ['kysely', 'better-sqlite3', 'pg', 'valibot']
const HTTP_PACKAGES = [
  'fastify',
  '@fastify/*',
  'helmet',
  'valibot',
  '@valibot/to-json-schema',
  '@node-rs/argon2',
  '@stomp/stompjs',
  'ws',
]
const LOOK_PACKAGES = [
  'react',
  'react-dom',
  '@mantine/*',
  '@tabler/icons-react',
  '@lingui/*',
  '@tanstack/*',
  '@atlaskit/*',
  'get-nonce',
  'dayjs',
  '@fontsource-variable/inter',
]

export const ZONES: readonly Zone[] = [
  { folder: 'schema', mayImport: [], packages: ['valibot', 'diff'] },
  { folder: 'sync/engine', mayImport: ['schema'], packages: ['valibot'] },
  {
    folder: 'sync/browser',
    mayImport: ['schema', 'sync/engine'],
    packages: ['valibot', 'dexie', 'comlink', '@stomp/stompjs'],
  },

  {
    folder: 'server',
    mayImport: ['schema', 'server'],
    packages: ['node:', ...HTTP_PACKAGES, ...DATA_PACKAGES],
  },
  {
    folder: 'server/security',
    mayImport: ['schema', 'server/database', 'server/services.ts'],
    packages: ['node:', 'fastify', 'valibot', '@node-rs/argon2'],
  },
  {
    folder: 'server/database',
    mayImport: [
      'schema',
      'server/security/password-hash.ts',
      'server/security/otp-cipher.ts',
      'server/security/keys.ts',
      'server/security/key-file.ts',
      'server/security/network-of.ts',
      'server/on-this-machine.ts',
      'server/bounded-map.ts',
      'server/measures.ts',
    ],
    packages: ['node:', ...DATA_PACKAGES],
  },
  {
    folder: 'server/files',
    mayImport: [
      'schema',
      'server/database',
      'server/security/json-depth.ts',
      'server/log.ts',
      'server/on-this-machine.ts',
    ],
    packages: ['node:', 'valibot', 'fastify', '@fastify/busboy', 'aws4fetch', 'saxes'],
  },
  {
    folder: 'server/commands',
    mayImport: ['schema', 'server/database', 'server/security/receipt-seal.ts'],
    packages: ['node:', 'valibot'],
  },
  {
    folder: 'server/commands/moves',
    mayImport: ['schema', 'server/database', 'server/commands', 'server/mail'],
    packages: [],
  },
  {
    folder: 'server/jobs',
    mayImport: [
      'schema',
      'server/database',
      'server/commands',
      'server/files/blob-store.ts',
      'server/mail/mail.ts',
      'server/push/send-push.ts',
      'server/log.ts',
    ],
    packages: [],
  },
  {
    folder: 'server/sync',
    mayImport: [
      'schema',
      'server/database',
      'server/commands/execute.ts',
      'server/commands/prefetch.ts',
      'server/commands/project-rows.ts',
      'server/commands/project-unit.ts',
      'server/commands/submit-answers.ts',
      'server/files/receive.ts',
      'server/security/device-key.ts',
      'server/security/json-depth.ts',
      'server/bounded-map.ts',
      'server/log.ts',
      'server/measures.ts',
      'server/route.ts',
      'server/services.ts',
    ],
    packages: ['node:', 'valibot', 'kysely', 'pg', '@fastify/websocket', '@stomp/stompjs'],
  },
  {
    folder: 'server/metrics',
    mayImport: ['server/database', 'server/log.ts', 'server/measures.ts', 'server/within.ts'],
    packages: ['prom-client', 'kysely'],
  },
  {
    folder: 'server/users-service',
    mayImport: SERVICE_NEEDS(),
    packages: ['node:', ...HTTP_PACKAGES, 'kysely'],
  },
  {
    folder: 'server/projects-service',
    mayImport: [
      ...SERVICE_NEEDS(),
      'server/files',
      'server/exports',
      'server/archive',
      'server/restore',
      'server/copies',
    ],
    packages: ['node:', ...HTTP_PACKAGES, 'kysely'],
  },
  {
    folder: 'server/exports',
    mayImport: [
      'schema',
      'server/database',
      'server/files/blob-store.ts',
      'server/projects-service',
      'server/jobs/rounds.ts',
      'server/security/queue.ts',
    ],
    packages: ['node:', 'kysely', 'fflate'],
  },
  {
    folder: 'server/archive',
    mayImport: ['schema', 'server/security/json-depth.ts'],
    packages: ['node:', 'valibot'],
  },
  {
    folder: 'server/backup',
    mayImport: [
      'schema',
      'server/archive',
      'server/commands/project-unit.ts',
      'server/database',
      'server/exports/export-files.ts',
      'server/files/blob-store.ts',
      'server/security/keys.ts',
      'server/security/key-file.ts',
    ],
    packages: ['node:', 'valibot', 'kysely', 'pg', 'better-sqlite3'],
  },
  {
    folder: 'server/restore',
    mayImport: [
      'schema',
      'server/archive',
      'server/database',
      'server/commands/execute.ts',
      'server/commands/project-unit.ts',
      'server/files',
      'server/projects-service/document-history.ts',
      'server/projects-service/open-project.ts',
    ],
    packages: ['node:'],
  },
  {
    folder: 'server/copies',
    mayImport: [
      'schema',
      'server/database',
      'server/commands',
      'server/projects-service/create-project.ts',
      'server/projects-service/delete-project.ts',
    ],
    packages: [],
  },
  {
    folder: 'server/push',
    mayImport: ['schema', 'server/database', 'server/security/keys.ts'],
    packages: ['node:'],
  },
  {
    folder: 'server/mail',
    mayImport: ['schema', 'server/database', 'server/on-this-machine.ts'],
    packages: ['node:', 'nodemailer'],
  },
  {
    folder: 'server/identity',
    mayImport: [
      'schema',
      'server/database',
      'server/security',
      'server/mail',
      'server/services.ts',
      'server/log.ts',
    ],
    packages: ['node:', 'kysely'],
  },
  {
    folder: 'server/demo',
    mayImport: ['schema', 'server/database'],
    packages: ['node:', 'yaml', 'papaparse', 'valibot'],
  },

  {
    folder: 'client',
    mayImport: ['schema', 'client'],
    packages: [...LOOK_PACKAGES, 'workbox-*', 'vite', 'vite-plugin-pwa', 'valibot'],
  },
  {
    folder: 'client/routes',
    mayImport: ['schema', 'client'],
    packages: [...LOOK_PACKAGES, 'valibot'],
  },
  {
    folder: 'client/features/*',
    mayImport: ['schema', 'client/lib', 'client/ui'],
    packages: [
      ...LOOK_PACKAGES,
      ...['valibot', 'xlsx', 'hucre', 'docx', 'papaparse', 'fflate', 'saxes', 'yaml', 'comlink'],
    ],
  },
  {
    folder: 'client/ui',
    mayImport: ['schema', 'client/lib', 'client/styles'],
    packages: [...LOOK_PACKAGES, 'valibot', 'uqr'],
  },
  {
    folder: 'client/lib',
    mayImport: ['schema', 'sync/engine', 'sync/browser', 'client/worker', 'client/locales'],
    packages: [
      'react',
      '@lingui/*',
      '@tanstack/*',
      'valibot',
      'dexie',
      'fake-indexeddb',
      'comlink',
      'workbox-*',
      'vite-plugin-pwa',
    ],
  },
  {
    folder: 'client/worker',
    mayImport: ['schema', 'sync/engine', 'sync/browser', 'client/lib'],
    packages: ['comlink', 'valibot', 'dexie', '@zxcvbn-ts/*'],
  },
]

/** Folders that services share. Services never import each other. */
function SERVICE_NEEDS(): readonly string[] {
  return [
    'schema',
    'server/commands',
    'server/database',
    'server/plugins',
    'server/sync',
    'server/security',
    'server/mail',
    'server/identity',
    'server/route.ts',
    'server/services.ts',
    'server/log.ts',
    'server/page-of.ts',
  ]
}

/** The only files that read the environment of the process. */
export const ENVIRONMENT_READERS: readonly string[] = ['server/env.ts']
