import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import SQLite from 'better-sqlite3'
import { WebSocketServer } from 'ws'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export interface BaselineServer {
  url: string
  close(): Promise<void>
}

/**
 * The bare server: static files, all rows as one gzip'd JSON, a relay that forwards each message to
 * all other sockets, and one table with synchronous = FULL.
 */
export const startBaseline = async (
  root: string,
  dataDir: string,
  rows: readonly unknown[],
): Promise<BaselineServer> => {
  const packed = gzipSync(JSON.stringify(rows), { level: 6 })
  const database = new SQLite(join(dataDir, 'baseline.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table rows (id text primary key, body text not null)')
  const insert = database.prepare('insert or replace into rows values (?, ?)')

  const store = (lines: string[]): void =>
    database.transaction(() => {
      for (const line of lines) insert.run((JSON.parse(line) as { id: string }).id, line)
    })()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (path === '/rows.json') {
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': packed.length,
        })
        .end(packed)
    } else if (path === '/store') {
      const parts: Buffer[] = []
      request
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const text = Buffer.concat(parts).toString()
          store(text.split('\n'))
          for (const client of sockets.clients) client.send(text)
          response.writeHead(204).end()
        })
    } else {
      try {
        const file = path === '/' ? '/baseline.html' : path
        response
          .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
          .end(readFileSync(join(root, file)))
      } catch {
        response.writeHead(404).end()
      }
    }
  })
  const sockets = new WebSocketServer({ server, path: '/relay' })
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      for (const client of sockets.clients) if (client !== socket) client.send(String(data))
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
        server.close(() => {
          database.close()
          resolve()
        })
      }),
  }
}
