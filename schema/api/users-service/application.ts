import * as v from 'valibot'
import { endpoints } from '../endpoint.ts'

export const application = endpoints({
  version: {
    method: 'GET',
    path: '/application/version',
    access: 'public',
    summary: 'Version of the server',
    reply: v.strictObject({ appVersion: v.string() }),
  },
})
