import { afterAll, afterEach, expect } from 'vitest'
import { takeReplyFaults } from './strict-replies.ts'

/* The setup file of all API tests: a reply that does not match its schema fails the test. */

const expectNoFaults = () =>
  expect(takeReplyFaults(), 'replies that do not match their schema').toEqual([])

afterEach(expectNoFaults)
// The `afterAll` of a test file runs after its last `afterEach`.
afterAll(expectNoFaults)
