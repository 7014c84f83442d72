import * as v from 'valibot'

const Locked = v.object({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  license: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  devOptional: v.optional(v.boolean()),
})
const LockFile = v.object({
  name: v.string(),
  version: v.string(),
  packages: v.record(v.string(), Locked),
})

/** `node_modules/a/node_modules/@b/c` → `@b/c`. An aliased package states its real name. */
const nameOf = (path: string, { name }: v.InferOutput<typeof Locked>): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

const ALGORITHMS: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha1: 'SHA-1' }
/** Converts the hashes that npm checks (`sha512-…` in base64) to the hex form of CycloneDX. */
const hashesOf = (integrity: string | undefined) =>
  (integrity ?? '').split(' ').flatMap((one) => {
    const [algorithm = '', digest = ''] = one.split(/-(.*)/s)
    const alg = ALGORITHMS[algorithm]
    return alg === undefined
      ? []
      : [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }]
  })

/**
 * A bill of materials in CycloneDX 1.6 format: every package of the lock file once, with version,
 * licence and hash.
 * @param lockFile text of package-lock.json
 */
export const billOfMaterials = (lockFile: string) => {
  const { name, version, packages } = v.parse(LockFile, JSON.parse(lockFile))
  const components = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => {
      const [own, at] = [nameOf(path, locked), locked.version ?? '']
      return {
        type: 'library',
        'bom-ref': purlOf(own, at),
        name: own,
        version: at,
        purl: purlOf(own, at),
        scope: locked.dev === true || locked.devOptional === true ? 'excluded' : 'required',
        ...(locked.license === undefined ? {} : { licenses: [{ expression: locked.license }] }),
        hashes: hashesOf(locked.integrity),
      }
    })
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]))
  for (const component of components)
    if (component.scope === 'required') byRef.set(component['bom-ref'], component)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...byRef.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
}
