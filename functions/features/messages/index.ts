export { countNamed, waitTurn, writeMessage } from './message.sql.ts';
