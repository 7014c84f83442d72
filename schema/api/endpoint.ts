import type * as v from 'valibot'
import type { MessageCode } from '../tables/messages.ts'
import type { Permission } from '../tables/permissions.ts'

/**
 * Who may call: anybody, anybody signed in, or holders of a permission (organization's or, with a
 * project in the path or body, the project's).
 */
export type EndpointAccess = 'public' | 'user' | { permission: Permission }

/**
 * One row of the table of calls. `path` is relative to /api, `{x}` a path parameter. Everything
 * else derives from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: EndpointAccess
  readonly summary: string
  readonly params?: v.GenericSchema<unknown, unknown>
  readonly query?: v.GenericSchema<unknown, unknown>
  /**
   * 'bytes' = as they are, application/octet-stream; 'form' = multipart/form-data of the parts
   * `file` and `request`. The handler reads either.
   */
  readonly takes?: 'bytes' | 'form'
  /** Of a form: what its part `request` holds as JSON, and which parts have to be there. */
  readonly form?: {
    readonly request: v.GenericSchema<unknown, unknown>
    readonly required: readonly ('file' | 'request')[]
  }
  readonly body?: v.GenericSchema<unknown, unknown>
  /** Absent = the answer has no body. 'stream' = NDJSON, 'file' = bytes. */
  readonly reply?: v.GenericSchema<unknown, unknown> | 'stream' | 'file'
  readonly errors?: readonly MessageCode[]
  /** The offline mutation that the call enters at, where there is one. */
  readonly mutation?: string
  readonly rateLimit?: { readonly max: number; readonly windowMs: number }
  readonly timeoutMs?: number
}

type Out<S> = S extends v.GenericSchema<unknown, infer O> ? O : undefined
type In<S> = S extends v.GenericSchema<infer I, unknown> ? I : undefined

export type EndpointInput<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}
export type EndpointReply<E extends Endpoint> =
  E['reply'] extends v.GenericSchema<unknown, infer O> ? O : void
/** What a client passes: only the parts that the row declares. */
export type EndpointCall<E extends Endpoint> = (E['params'] extends v.GenericSchema
  ? { params: In<E['params']> }
  : unknown) &
  (E['query'] extends v.GenericSchema ? { query: In<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: In<E['body']> } : unknown)

export const endpoints = <const T extends Record<string, Endpoint>>(rows: T): T => rows
