export { changed, changedInWords, getHistory } from './audit-changes.ts';
