import { pbkdf2Sync } from 'node:crypto'
import type * as Argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWorld, PASSWORD, type World } from '../world.ts'

/** Counts runs of Argon2, which takes nearly all of the time of a sign-in. */
const argon2 = vi.hoisted(() => ({ runs: 0 }))
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>()
  const counted =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      argon2.runs += 1
      return run(...args)
    }
  return { hash: counted(real.hash), verify: counted(real.verify) }
})

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const post = async (
  path: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(`${world.url}/api/users-service/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const hashOf = async (username: string, password = PASSWORD): Promise<string> => {
  const { body } = await post('prelogin', { username })
  return pbkdf2Sync(
    password,
    Buffer.from(String(body['salt']), 'base64'),
    Number(body['iterations']),
    32,
    'sha256',
  ).toString('base64')
}

test('[AU17] an unknown name, a blocked person and a wrong password cost the same work as the right one', async () => {
  await world.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ blocked: 1 })
      .where('username', '=', 'gamma-primary')
      .execute()
  })
  await post('authenticate', { username: 'warm-up', hash: await hashOf('warm-up') })
  const workOf = async (username: string, hash: string) => {
    const before = argon2.runs
    const { status } = await post('authenticate', { username, hash })
    return { status, runs: argon2.runs - before }
  }
  expect(await workOf('owner', await hashOf('owner'))).toEqual({ status: 200, runs: 1 })
  for (const [username, password] of [
    ['owner', 'wrong'],
    ['nobody', PASSWORD],
    ['gamma-primary', PASSWORD],
  ] as const)
    expect(await workOf(username, await hashOf(username, password)), username).toEqual({
      status: 401,
      runs: 1,
    })
})
