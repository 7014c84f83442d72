import { expect } from 'vitest'
import { seedUser } from '#server/database/seed.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { PASSWORD, type World } from './world.ts'

export interface NewPerson {
  id: number
  username: string
  signIn(): Promise<ApiClient>
}
type Roles = Parameters<typeof seedUser>[1]['roles']

let count = 0
/** Creates a new person, so that tests do not interfere through a shared one. */
export const newPerson = async (
  world: World,
  company: keyof World['companies'],
  roles: Roles,
): Promise<NewPerson> => {
  const username = `person-${(count += 1)}`
  const id = await seedUser(world.database, {
    username,
    password: PASSWORD,
    firstname: username,
    lastname: 'Person',
    email: `${username}@x.example`,
    organizationId: world.companies[company],
    roles,
    iterations: 1_000,
  })
  return { id, username, signIn: () => signInApi(world.url, username, PASSWORD) }
}

export const expectRefused = async (calling: Promise<unknown>, code: string): Promise<void> => {
  await expect(calling).rejects.toThrow(code)
}
