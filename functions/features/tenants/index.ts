export { tellDueTrials } from './tell-trials.ts';
