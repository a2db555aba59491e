export { mailing } from './mailing.ts';
export { tell } from './tell.ts';
export { wakeMailings } from './wake-mailings.ts';
