export { isWaiting, presentShown, readShown } from './shown.sql.ts';
