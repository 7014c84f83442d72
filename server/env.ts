import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { DatabaseTimeouts } from './database/timeouts.ts'
import { urlsOfHosts } from './database/urls-of-hosts.ts'
import { type FilesPlace, parseFilesUrl } from './files/open-store.ts'
import type { S3Credentials } from './files/s3/s3-place.ts'
import { PUSH_SERVICES as DEFAULT_SERVICES } from './push/push-services.ts'
import { KEYS_FILE_NAME } from './security/key-file.ts'

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const milliseconds = v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))
const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//),
  v.rawCheck(({ dataset, addIssue }) => {
    try {
      if (dataset.typed) urlsOfHosts(dataset.value)
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : String(error) })
    }
  }),
)
const Environment = v.object({
  PORT: v.optional(port, '4000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), 'data'),
  DATABASE_URL: v.optional(postgresUrl),
  DATABASE_DIRECT_URL: v.optional(postgresUrl),
  DATABASE_CONNECT_TIMEOUT_MS: v.optional(milliseconds, '10000'),
  DATABASE_STATEMENT_TIMEOUT_MS: v.optional(milliseconds, '60000'),
  DATABASE_LOCK_TIMEOUT_MS: v.optional(milliseconds, '5000'),
  DATABASE_IDLE_TIMEOUT_MS: v.optional(milliseconds, '3000'),
  KEYS_FILE: v.optional(v.pipe(v.string(), v.minLength(1))),
  KEYS: v.optional(v.string()),
  FILES_URL: v.optional(v.pipe(v.string(), v.regex(/^(file:\/\/\/|s3:\/\/)./))),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_ACCESS_KEY_ID_FILE: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY_FILE: v.optional(v.string()),
  FILE_QUOTA_MB: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '5000'),
  CLAMD_URL: v.optional(v.pipe(v.string(), v.regex(/^(tcp:\/\/[^\s/]+|unix:\/.+)$/))),
  CLAMD_OPTIONAL: v.optional(v.picklist(['0', '1']), '0'),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.maxLength(500)), 'Tenderbook <tenderbook@localhost>'),
  BASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.url(),
      v.regex(/^https?:\/\//),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.email())),
  FEEDBACK_EMAIL: v.optional(v.pipe(v.string(), v.email())),
  STOLEN_PASSWORDS_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  TRUSTED_PROXY: v.optional(v.pipe(v.string(), v.regex(/^[\da-fA-F.:/]+(?:,[\da-fA-F.:/]+)*$/))),
  PUSH_SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:none|[\w.*:/-]+(?:,[\w.*:/-]+)*)$/),
      v.transform((text) => (text === 'none' ? [] : text.split(','))),
    ),
  ),
  HEALTH_PORT: v.optional(port),
  HEALTH_HOST: v.optional(v.string(), '127.0.0.1'),
  DRAIN_WAIT_MS: v.optional(milliseconds, '500'),
  DEMO: v.optional(v.picklist(['0', '1']), '1'),
  NODE_ENV: v.optional(v.string(), ''),
})

interface ServerEnvironment {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The same database without a pooler; `databaseUrl` if none is named. */
  databaseDirectUrl: string | undefined
  databaseTimeouts: DatabaseTimeouts
  /** Path of the key file, which the first start creates. */
  keysFile: string
  /** The keys in the format of the key file, instead of a file. */
  keys: string | undefined
  /** Folder on this server's disk for uploads that are being checked and exports that are made. */
  filesDir: string
  /** Where the bytes of attached files lie; without FILES_URL in `filesDir`. */
  files: FilesPlace
  credentials: Partial<S3Credentials>
  fileQuotaBytes: number
  /** URL of clamd, which scans every file; without it files are not scanned. */
  clamdUrl: string | undefined
  /** Whether files are accepted when clamd does not answer. */
  isClamdOptional: boolean
  /** URL of the mail server in nodemailer's format; without it mails are written to `mailDir`. */
  smtpUrl: string | undefined
  mailFrom: string
  mailDir: string
  /** Public address of the application without a trailing slash; links in mails begin with it. */
  baseUrl: string
  /** BASE_URL if it is set. */
  ownUrl: string | undefined
  /** Address of the first administrator of an empty database. */
  adminEmail: string | undefined
  /** Receiver of users' feedback: FEEDBACK_EMAIL, else ADMIN_EMAIL, else the sender of mails. */
  feedbackTo: string
  /** Folder with the ranges of Have I Been Pwned; without it the built-in list is used. */
  stolenPasswordsDir: string | undefined
  /** Addresses of the proxies whose X-Forwarded headers are trusted; without it none are. */
  trustedProxy: string | undefined
  /** Push services that pushes may go to; without it those of the usual browsers. */
  pushServices: readonly string[]
  /** Where monitors ask for the state of the server; null = nowhere. */
  health: { port: number; host: string } | null
  /** How long the server goes on serving after it was asked to stop. */
  drainWaitMs: number
  isDemo: boolean
  isProduction: boolean
  appVersion: string
  clientDir: string
}

/** Reads the environment; no other file does. Throws an error that names the invalid variable. */
export const readEnvironment = (source: NodeJS.ProcessEnv = process.env): ServerEnvironment => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(Environment, given)
  if (!parsed.success) throw new Error(parsed.issues.map(problemOf).join('; '))
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    DATABASE_DIRECT_URL = DATABASE_URL,
    KEYS,
    KEYS_FILE,
    FILE_QUOTA_MB,
    CLAMD_URL,
    CLAMD_OPTIONAL,
    SMTP_URL,
    MAIL_FROM,
    BASE_URL,
    ADMIN_EMAIL,
    FEEDBACK_EMAIL,
    STOLEN_PASSWORDS_DIR,
    TRUSTED_PROXY,
    PUSH_SERVICES: pushServices,
    DEMO,
    NODE_ENV,
  } = parsed.output
  // Links in mails must not be built from the Host header, because the sender of a request chooses
  // it.
  if (SMTP_URL !== undefined && BASE_URL === undefined)
    throw new Error('BASE_URL: needed with SMTP_URL, for the links in mails')
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    throw new Error(
      'DATABASE_DIRECT_URL: needs DATABASE_URL, to which it is the way without a pooler',
    )
  if (KEYS !== undefined && KEYS_FILE !== undefined)
    throw new Error('KEYS: not together with KEYS_FILE')
  const credentials = credentialsOf(parsed.output)
  return {
    keys: KEYS,
    keysFile: KEYS_FILE ?? join(DATA_DIR, KEYS_FILE_NAME),
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databaseTimeouts: {
      connectMs: parsed.output.DATABASE_CONNECT_TIMEOUT_MS,
      statementMs: parsed.output.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: parsed.output.DATABASE_LOCK_TIMEOUT_MS,
      idleMs: parsed.output.DATABASE_IDLE_TIMEOUT_MS,
    },
    filesDir: join(DATA_DIR, 'files'),
    files: filesOf(parsed.output, credentials),
    credentials,
    fileQuotaBytes: FILE_QUOTA_MB * 1_000_000,
    clamdUrl: CLAMD_URL,
    isClamdOptional: CLAMD_OPTIONAL === '1',
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM,
    mailDir: join(DATA_DIR, 'mail'),
    baseUrl: BASE_URL ?? `http://${HOST}:${PORT}`,
    ownUrl: BASE_URL,
    adminEmail: ADMIN_EMAIL,
    feedbackTo: FEEDBACK_EMAIL ?? ADMIN_EMAIL ?? MAIL_FROM,
    stolenPasswordsDir: STOLEN_PASSWORDS_DIR,
    trustedProxy: TRUSTED_PROXY,
    pushServices: pushServices ?? DEFAULT_SERVICES,
    health:
      parsed.output.HEALTH_PORT === undefined
        ? null
        : { port: parsed.output.HEALTH_PORT, host: parsed.output.HEALTH_HOST },
    drainWaitMs: parsed.output.DRAIN_WAIT_MS,
    isDemo: DEMO === '1',
    isProduction: NODE_ENV === 'production',
    appVersion: readVersion(),
    clientDir: fileURLToPath(new URL('../dist/client', import.meta.url)),
  }
}

/**
 * The environment for the operator's commands, which reach PostgreSQL without a pooler: they hold
 * long transactions, and look for the connections of servers.
 */
export const readCommandEnvironment = (): ServerEnvironment => {
  const environment = readEnvironment()
  return { ...environment, databaseUrl: environment.databaseDirectUrl }
}

type Given = v.InferOutput<typeof Environment>

const filesOf = ({ FILES_URL, DATA_DIR }: Given, credentials: Partial<S3Credentials>): FilesPlace =>
  FILES_URL === undefined
    ? { kind: 'folder', dir: join(DATA_DIR, 'files') }
    : parseFilesUrl(FILES_URL, credentials)

const credentialsOf = (given: Given): Partial<S3Credentials> => {
  const accessKeyId = secretOf(given, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = secretOf(given, 'AWS_SECRET_ACCESS_KEY')
  return {
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
  }
}

/** The value of a variable, or the text of the file that the variable with `_FILE` names. */
const secretOf = (
  given: Given,
  name: 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY',
): string | undefined => {
  const file = given[`${name}_FILE`]
  if (file === undefined) return given[name]
  if (given[name] !== undefined) throw new Error(`${name}: not together with ${name}_FILE`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${name}_FILE: cannot be read`, { cause })
  }
}

/** The error does not repeat the value, which may be a secret. */
const problemOf = (issue: v.BaseIssue<unknown>): string => {
  const reason = issue.type === 'raw_check' ? `: ${issue.message}` : ''
  const expected = issue.expected === null ? reason : `, expected ${issue.expected}`
  return `${v.getDotPath(issue)}: cannot be used${expected}`
}

const PackageFile = v.object({ version: v.string() })
const readVersion = (): string =>
  v.parse(
    PackageFile,
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  ).version
