export { seesPlace } from './publish.sql.ts';
