import { isOnThisMachine } from '../../on-this-machine.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}
/** A bucket of an S3-compatible storage, and where in it the files lie. */
export interface S3Place {
  /** URL of the bucket without a trailing slash: `https://host/bucket` or `https://bucket.host`. */
  bucketUrl: string
  bucket: string
  /** Begins every key: empty, or ends with a slash. */
  prefix: string
  region: string
  credentials: S3Credentials
  /** The variable or option that named the place, for errors. */
  option: string
}

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/
const PREFIX = /^(?:[\w.-]+\/)*$/
const PARAMETERS = new Set(['endpoint', 'region', 'style', 'requireTLS'])

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&style=path|host&requireTLS=false`.
 * @throws an error that says what is wrong with the URL
 */
export const parseS3Url = (
  url: string,
  credentials: S3Credentials,
  option = 'FILES_URL',
): S3Place => {
  const { host: bucket, pathname, searchParams } = new URL(url)
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) throw new Error(`does not know the parameter ${unknown}`)
  if (!BUCKET.test(bucket)) throw new Error('needs the name of a bucket: s3://bucket/prefix?…')
  const path = pathname.replace(/^\/+|\/+$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  if (!PREFIX.test(prefix)) throw new Error('allows letters, digits, and . _ - / in the prefix')
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1')
  if (region === null) throw new Error('needs region=… without endpoint=…')
  const base = readEndpoint(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (searchParams.get('requireTLS') !== 'false') requireTls(base)
  const style = searchParams.get('style') ?? (endpoint === null ? 'host' : 'path')
  return {
    bucketUrl:
      style === 'host'
        ? `${base.protocol}//${bucket}.${base.host}`
        : `${base.protocol}//${base.host}${base.pathname.replace(/\/+$/, '')}/${bucket}`,
    bucket,
    prefix,
    region,
    credentials,
    option,
  }
}

const readEndpoint = (text: string): URL => {
  const endpoint = URL.parse(text)
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol))
    throw new Error('needs a URL with http:// or https:// as endpoint=…')
  return endpoint
}

const requireTls = (endpoint: URL): void => {
  if (endpoint.protocol !== 'https:' && !isOnThisMachine(endpoint.href))
    throw new Error('needs https:// for an endpoint on another machine, or requireTLS=false')
}
