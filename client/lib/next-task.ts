export { nextTask } from '#sync/browser/tabs/next-task.ts'
