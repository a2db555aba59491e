export { changed, changedInWords, historyOf } from './audit-changes.ts';
