export { changed, changedInWords, pastOf } from './audit-changes.ts';
