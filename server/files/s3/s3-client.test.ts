import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { S3Client } from './s3-client.ts'

const asked: string[] = []
const server = createServer((request, answer) => {
  asked.push(`${request.method} ${request.url}`)
  answer.writeHead(307, { location: '/elsewhere/key' }).end()
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/tenders`
})
afterAll(() => void server.close())

it.each(['GET', 'PUT'] as const)(
  'a redirect of a %s is an error and is not followed',
  async (method) => {
    const client = new S3Client({
      ...{ bucketUrl: url, bucket: 'tenders', prefix: '', region: 'eu', option: 'FILES_URL' },
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
    })
    asked.length = 0
    await expect(client.call({ method, key: 'key' })).rejects.toMatchObject({ status: 307 })
    expect(asked).toEqual([`${method} /tenders/key`])
  },
)
