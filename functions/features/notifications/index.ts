export { mailing } from './mailing.ts';
export { tell } from './tell.ts';
export { tellAll } from './tell-all.ts';
export { wakeMailings } from './wake-mailings.ts';
