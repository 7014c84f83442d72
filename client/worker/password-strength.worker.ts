import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** `words`: what somebody who knows the person would try first. */
export interface StrengthQuestion { id: number; password: string; words: readonly string[] }
/** 0 = guessed at once … 4 = nobody guesses it. */
export interface StrengthAnswer { id: number; score: 0 | 1 | 2 | 3 | 4 }

const estimate = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

self.addEventListener('message', ({ data }: MessageEvent<StrengthQuestion>) => {
  const answer: StrengthAnswer = { id: data.id, score: estimate.check(data.password, [...data.words]).score }
  self.postMessage(answer)
})
