// Preloaded before the server: raises its protocol version by this many.
import { registerHooks } from 'node:module'

const LATER = Number(process.env['PROTOCOL_LATER'])

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/schema/api/sync.ts')) return loaded
    const source = String(loaded.source).replace(
      /(SYNC_PROTOCOL = )(\d+)/,
      (_whole, name: string, version: string) => `${name}${Number(version) + LATER}`,
    )
    return { ...loaded, source }
  },
})
