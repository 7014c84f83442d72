import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { projectRoot } from './project-root.ts'

const find = (...paths: string[]): string | undefined => paths.find((path) => existsSync(path))
const NGINX = find('/usr/sbin/nginx', '/usr/local/sbin/nginx')
const OPENSSL = find('/usr/bin/openssl', '/usr/local/bin/openssl')
/** Whether nginx, and openssl for its certificate, are installed. */
export const hasNginx = NGINX !== undefined && OPENSSL !== undefined

export const HOST_NAME = 'tenders.example'
export interface RunningNginx {
  httpPort: number
  httpsPort: number
  certificate: string
  key: string
  stop: () => Promise<void>
}

/** Runs docs/deployment/nginx.conf in front of the port; only ports and certificate differ. */
export const startNginx = async (targetPort: number): Promise<RunningNginx> => {
  if (NGINX === undefined || OPENSSL === undefined)
    throw new Error('nginx or openssl is not installed')
  const dir = mkdtempSync(join(tmpdir(), 'tenderbook-nginx-'))
  const [crt, key] = [join(dir, 'server.crt'), join(dir, 'server.key')]
  execFileSync(
    OPENSSL,
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${HOST_NAME}`,
      '-addext',
      `subjectAltName=DNS:${HOST_NAME}`,
      '-keyout',
      key,
      '-out',
      crt,
    ],
    { stdio: 'ignore' },
  )
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const written = readFileSync(join(projectRoot, 'docs', 'deployment', 'nginx.conf'), 'utf8')
  const changed = written
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`)
    .replaceAll('http://127.0.0.1:4000', `http://127.0.0.1:${targetPort}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${crt};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(dir, name)};`)
    .join('\n')
  writeFileSync(
    join(dir, 'nginx.conf'),
    [
      'daemon off;',
      'worker_processes 1;',
      `pid ${join(dir, 'pid')};`,
      'error_log stderr warn;',
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'events {}',
      `http {\naccess_log off;\n${temporary}\n${changed}\n}`,
    ].join('\n'),
  )
  const child = spawn(NGINX, ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  while (!(await isListening(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`nginx ended while starting: ${said}`)
    await delay(50)
  }
  return {
    httpPort,
    httpsPort,
    certificate: readFileSync(crt, 'utf8'),
    key: readFileSync(key, 'utf8'),
    stop,
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
