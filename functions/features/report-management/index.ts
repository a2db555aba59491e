export { seesPlace } from './publish-write.ts';
