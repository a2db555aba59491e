export { checkedTexts } from './checked-texts.ts';
export { countNamed, waitTurn, writeMessage } from './message.sql.ts';
export { sendTest, testFacts } from './send-test.ts';
