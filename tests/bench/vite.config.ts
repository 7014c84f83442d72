import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the page that drives engine, storage and socket without the interface; never part of the
 * product's build.
 */
export default defineConfig({
  root: at('driver'),
  cacheDir: at('../../.cache/vite-bench'),
  build: {
    outDir: at('../../dist-bench'),
    emptyOutDir: true,
    target: 'es2023',
    rollupOptions: {
      input: { index: at('driver/index.html'), baseline: at('driver/baseline.html') },
    },
  },
  worker: { format: 'es' },
})
