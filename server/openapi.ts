import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { MESSAGES } from '#schema/tables/messages.ts'

const schemaOf = (
  schema: v.GenericSchema<unknown, unknown>,
  typeMode: 'input' | 'output',
): JsonSchema => {
  const { $schema: _, ...shape } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return shape
}

const parametersOf = (row: Endpoint, place: 'path' | 'query') => {
  const schema = place === 'path' ? row.params : row.query
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

const answersOf = (row: Endpoint) => {
  const errors = Map.groupBy(row.errors ?? [], (code) => MESSAGES[code].status)
  const refused = [...errors].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ])
  const fine =
    row.reply === undefined
      ? [204, { description: 'Done' }]
      : [
          200,
          {
            description: 'Done',
            content:
              row.reply === 'stream'
                ? { 'application/x-ndjson': {} }
                : row.reply === 'file'
                  ? { 'application/octet-stream': {} }
                  : { 'application/json': { schema: schemaOf(row.reply, 'output') } },
          },
        ]
  return Object.fromEntries([fine, ...refused])
}

const bodyOf = ({ body, takes, form }: Endpoint): object | undefined => {
  if (takes === 'bytes') return { content: { 'application/octet-stream': {} } }
  if (form !== undefined) {
    const schema = {
      type: 'object',
      required: form.required,
      properties: {
        file: { type: 'string', format: 'binary' },
        request: schemaOf(form.request, 'input'),
      },
    }
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema,
          encoding: { request: { contentType: 'application/json' } },
        },
      },
    }
  }
  return body === undefined
    ? undefined
    : { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } }
}

const operationOf = (slice: string, name: string, row: Endpoint) => ({
  operationId: `${slice}.${name}`,
  summary: row.summary,
  tags: [slice],
  security: row.access === 'public' ? [] : [{ token: [] }],
  ...(typeof row.access === 'object' ? { 'x-permission': row.access.permission } : {}),
  ...(row.mutation === undefined ? {} : { 'x-offline-command': row.mutation }),
  parameters: [...parametersOf(row, 'path'), ...parametersOf(row, 'query')],
  requestBody: bodyOf(row),
  responses: answersOf(row),
})

/** Describes every call, from the same table that the routes are made of. */
export const openApiOf = (appVersion: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [slice, rows] of Object.entries<Record<string, Endpoint>>(API)) {
    for (const [name, row] of Object.entries(rows))
      (paths[`/api${row.path}`] ??= {})[row.method.toLowerCase()] = operationOf(slice, name, row)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenderbook',
      version: appVersion,
      description:
        'Edits that also work offline enter at the same commands as the synchronisation.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['message', 'messageCodes'],
          properties: {
            message: { type: 'string' },
            messageCodes: { type: 'array', items: { type: 'string' } },
            field: { type: 'string' },
            detail: { type: 'object' },
          },
        },
      },
    },
  }
}
