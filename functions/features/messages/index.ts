export { checkedTexts } from './checked-texts.ts';
export { countNamed, waitTurn, writeMessage } from './message.sql.ts';
export { sendTest } from './send-test.ts';
