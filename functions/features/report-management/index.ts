export { seesPlace } from './publish.sql.ts';
export { addWords, takeTurn } from './write-parts.ts';
