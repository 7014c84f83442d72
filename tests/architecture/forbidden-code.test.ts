import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

interface Ban {
  /** Files of the product that must not contain the pattern. */
  readonly where: RegExp
  readonly pattern: RegExp
  /** Files that need the pattern and use it with care. */
  readonly except?: readonly string[]
  /** Sources that the pattern has to match. */
  readonly planted: readonly string[]
}

const ANYWHERE = /^/
const SERVER = /^(?:server|schema)\//
const BROWSER = /^(?:client|sync)\//

/** Code that the product must not contain, for whatever purpose. */
const BANS = {
  'markup built from strings': {
    where: BROWSER,
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\b|srcDoc\b/,
    planted: [
      '<p dangerouslySetInnerHTML={{ __html: name }} />',
      'element.innerHTML = name',
      'document.write(name)',
    ],
  },
  'strings evaluated as code': {
    where: ANYWHERE,
    pattern: /\beval\(|\bnew Function\(|\bset(?:Timeout|Interval)\(\s*['"`]|importScripts\(/,
    planted: ['eval(text)', 'new Function(text)', "setTimeout('go()', 1)"],
  },
  'child processes': {
    where: ANYWHERE,
    pattern: /child_process|\bexecSync\b|node:vm\b/,
    planted: ["import { spawn } from 'node:child_process'"],
  },
  'SQL built from strings': {
    where: SERVER,
    pattern:
      /\bsql\.(?:raw|lit|literal)\b|\.prepare\(\s*`[^`]*\$\{|query\(\s*`[^`]*\$\{(?!CHANNEL\})/,
    planted: [
      'sql.raw(`select ${name}`)',
      'database.prepare(`select ${name}`)',
      'client.query(`select ${name}`)',
    ],
  },
  'regular expressions built from strings': {
    where: ANYWHERE,
    pattern: /\bRegExp\(/,
    except: ['schema/rules/regex/safe-regex.ts', 'schema/rules/regex/regex-program.ts'],
    planted: ['new RegExp(typed)', 'RegExp(typed)'],
  },
  'predictable random numbers': {
    where: SERVER,
    pattern: /Math\.random/,
    planted: ['const token = Math.random()'],
  },
  'weak hashes': {
    where: ANYWHERE,
    pattern: /\b(?:md5|md4|sha-?1)['"`]/i,
    except: [
      'server/identity/totp.ts',
      'server/security/stolen-passwords.ts',
      'client/lib/stolen-password.ts',
    ],
    planted: ["createHash('md5')", "createHmac('sha1', key)", "digest('SHA-1', bytes)"],
  },
  'unauthenticated ciphers': {
    where: ANYWHERE,
    pattern:
      /createCipher\(|-(?:ecb|cbc|ctr|cfb)\b|AES-(?:CBC|CTR)|RSAES|RSA_PKCS1|\b(?:des|rc4|blowfish)-/i,
    planted: [
      "createCipheriv('aes-256-cbc', key, iv)",
      "{ name: 'AES-CBC', iv }",
      'constants.RSA_PKCS1_PADDING',
    ],
  },
  'calls to other servers': {
    where: /^server\//,
    pattern: /(?<![.\w])fetch\(|node:https?['"]|undici|node:(?:dgram|tls|http2)['"]/,
    except: ['server/push/send-push.ts', 'server/files/s3/s3-client.ts'],
    planted: ['await fetch(homepage)', "import { get } from 'node:https'"],
  },
  sockets: {
    where: /^server\//,
    pattern: /node:net['"]/,
    except: ['server/files/scan.ts', 'server/push/push-services.ts', 'server/draining.ts'],
    planted: ["import { connect } from 'node:net'"],
  },
  'output outside the log': {
    where: SERVER,
    pattern: /\bconsole\.|process\.std(?:out|err)/,
    except: [
      'server/main.ts',
      'server/backup-command.ts',
      'server/keys-command.ts',
      'server/move-database-command.ts',
      'server/move-files-command.ts',
      'server/restore-command.ts',
      'server/verify-archive.ts',
      'server/verify-command.ts',
      'server/verify-log.ts',
    ],
    planted: ['console.log(password)', 'process.stdout.write(token)'],
  },
  cookies: {
    where: ANYWHERE,
    pattern: /document\.cookie|set-cookie|setCookie|cookieStore/i,
    planted: ["reply.header('set-cookie', token)", 'document.cookie = token'],
  },
  'unchecked certificates': {
    where: ANYWHERE,
    pattern: /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    planted: ['{ rejectUnauthorized: false }'],
  },
  'trust in proxy headers': {
    where: /^server\//,
    pattern: /trustProxy|x-forwarded|x-real-ip/i,
    except: ['server/app.ts', 'server/plugins/https-only.ts'],
    planted: ['Fastify({ trustProxy: true })', "request.headers['x-forwarded-for']"],
  },
  'the Host header in output': {
    where: /^server\//,
    pattern: /headers\.host|request\.(?:host|hostname)\b/,
    except: ['server/plugins/socket.ts'],
    planted: ['`https://${request.headers.host}/reset`', 'request.hostname'],
  },
  'password fields of their own': {
    where: /^client\//,
    pattern: /<PasswordInput\b|\btype=(?:"password"|\{[^}]*password)/,
    except: ['client/ui/fields/password-field.tsx'],
    planted: ['<PasswordInput label={label} />', '<input type="password" />'],
  },
  'writes to prototypes': {
    where: ANYWHERE,
    pattern: /__proto__|\.prototype\b|\{[^{}]*\bprototype\b[^{}]*\} = /,
    except: [
      // Calls the `close` of node:net, which node:http hides.
      'server/draining.ts',
      // IndexedDB lists no transactions.
      'client/lib/open-transactions.ts',
    ],
    planted: [
      'target.__proto__ = value',
      'Object.prototype[key] = value',
      'const { prototype: all } = IDBDatabase',
    ],
  },
  'lazy parts that break the page when they fail to load': {
    where: /^client\//,
    pattern: /\blazy(?:\(| as )|React\.lazy\b|lazyRouteComponent/,
    except: ['client/ui/pages/lazy-part.tsx'],
    planted: [
      "const Dialog = lazy(() => import('./dialog.tsx'))",
      "import { lazy as later } from 'react'",
    ],
  },
  'messages from other origins': {
    where: BROWSER,
    pattern:
      /window\.opener|parent\.postMessage|addEventListener\(\s*'message'(?![^\n]*(?:worker|thread))/i,
    except: [
      'client/service-worker.ts',
      // Messages of the own service worker.
      'client/features/notifications/bell.tsx',
      'client/features/import/parse-worker.ts',
      'client/features/import/reqif/reqif-worker.ts',
      'client/features/import/parse-file.ts',
      'client/features/import/reader/worker-channel.ts',
      'client/lib/lasting-worker.ts',
      'client/lib/password-strength.ts',
      'client/worker/password-strength.worker.ts',
    ],
    planted: ["window.addEventListener('message', hear)"],
  },
  'times formatted outside client/lib/time-text.ts': {
    where: /^client\//,
    pattern:
      /\b(?:formatDateTime|wallClock)\b|\btoLocale(?:Date|Time)String\b|\.get(?:Hours|Minutes|Seconds)\(|Intl\.DateTimeFormat\((?!\)\.resolvedOptions)/,
    except: ['client/lib/time-text.ts'],
    planted: [
      '<td>{formatDateTime(session.seenOn)}</td>',
      'const { hour, minute } = wallClock(at)',
      'new Date(at).toLocaleTimeString()',
      '`${date.getHours()}:${pad(date.getMinutes())}`',
      "new Intl.DateTimeFormat('sk', { timeStyle: 'short' })",
    ],
  },
} as const satisfies Record<string, Ban>

const bans: readonly [string, Ban][] = Object.entries(BANS)
const files = sourceFiles()
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<![:'"`])\/\/.*$/gm, '')

test.each(bans)('no %s', (_what, { where, pattern, except = [] }) => {
  const looked = files.filter(({ path }) => where.test(path) && !except.includes(path))
  expect(looked.length).toBeGreaterThan(50)
  expect(
    looked.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path),
  ).toEqual([])
})

test.each(bans)('%s would be found', (_what, { pattern, planted, except = [] }) => {
  for (const text of planted) expect(pattern.test(withoutComments(text)), text).toBe(true)
  // An exception that is no longer needed would permit later breaches.
  for (const path of except)
    expect(
      pattern.test(withoutComments(files.find((file) => file.path === path)?.text ?? '')),
      path,
    ).toBe(true)
})
