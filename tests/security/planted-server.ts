import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'

export interface PlantedServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * A minimal vulnerable server: it concatenates input into SQL and echoes it unescaped into a page.
 */
export const startPlantedServer = async (): Promise<PlantedServer> => {
  const database = new Database(':memory:')
  database.exec(
    "create table people (id text, name text); insert into people values ('1', 'Anna'), ('2', 'Ben'), ('3', 'Cyril')",
  )
  const server = createServer((request, response) => {
    const word =
      new URL(request.url ?? '/', 'http://planted.example').searchParams.get('name') ?? ''
    const found = (() => {
      try {
        return JSON.stringify(
          database.prepare(`select id, name from people where name = '${word}'`).all(),
        )
      } catch (error) {
        return error instanceof Database.SqliteError ? `[${error.code}] ${error.message}` : 'failed'
      }
    })()
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>Planted</title><a href="/find?name=Anna">Anna</a><p>You asked for ${word}</p><p>${found}</p>`,
      )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      database.close()
    },
  }
}
