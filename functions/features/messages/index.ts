export { waitTurn, writeMessage } from './message.sql.ts';
