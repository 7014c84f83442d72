export declare const EVERY: number
export declare const hasTurn: (file: string, commit: string) => boolean
export declare const waitingFiles: (commit?: string | null) => {
  browser: string[]
  postgres: string[]
}
export declare const listedFiles: () => string[]
