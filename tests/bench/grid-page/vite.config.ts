import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the grid and the bare grid; never part of the product's build. */
export default defineConfig({
  root: at('.'),
  cacheDir: at('../../../.cache/vite-bench-grid'),
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'all' })] }),
  ],
  build: { outDir: at('../../../dist-bench-grid'), emptyOutDir: true, target: 'es2023' },
})
