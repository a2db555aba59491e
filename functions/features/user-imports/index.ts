export { runBatch } from './run-batch.ts';
